from django.apps import AppConfig


class FriendlyConfig(AppConfig):
    name = "tournament.friendly"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament.live.panels import panel_register

        from .panel import match_panel

        panel_register("match", match_panel)
