from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "tournament.standings"
    default_auto_field = "django.db.models.BigAutoField"
