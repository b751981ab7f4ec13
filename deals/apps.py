from django.apps import AppConfig


class DealsConfig(AppConfig):
    name = "deals"
    default_auto_field = "django.db.models.BigAutoField"
