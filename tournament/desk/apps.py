from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "tournament.desk"
    default_auto_field = "django.db.models.BigAutoField"
