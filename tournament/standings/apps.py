from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "tournament.standings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament.tables.plans import ranking_register

        from .selectors import ranking_now

        ranking_register(ranking_now)
