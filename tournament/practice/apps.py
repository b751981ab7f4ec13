from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "tournament.practice"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament.live.panels import panel_register

        from .panel import practice_panel

        panel_register("practice", practice_panel)
