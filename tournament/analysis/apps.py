from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "tournament.analysis"
    default_auto_field = "django.db.models.BigAutoField"
