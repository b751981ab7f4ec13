from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tournament.live"
    default_auto_field = "django.db.models.BigAutoField"
