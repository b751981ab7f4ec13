from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "tournament.desk"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament.live.watching import directing_register

        from .access import may_direct

        directing_register(may_direct)
