from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tournament.tables"
    default_auto_field = "django.db.models.BigAutoField"
