from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "tournament.results"
    default_auto_field = "django.db.models.BigAutoField"
