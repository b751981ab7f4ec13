from django.apps import AppConfig


class FriendlyConfig(AppConfig):
    name = "tournament.friendly"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament.live.panels import panel_register
        from tournament.live.watching import audience_register

        from .access import may_look
        from .panel import match_panel

        audience_register(may_look)
        panel_register("match", match_panel)
