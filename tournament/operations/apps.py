from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "tournament.operations"
    default_auto_field = "django.db.models.BigAutoField"
