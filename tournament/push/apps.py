from django.apps import AppConfig


class PushConfig(AppConfig):
    name = "tournament.push"
    default_auto_field = "django.db.models.BigAutoField"
