from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "tournament.config"
    label = "config"

    def ready(self) -> None:
        import tournament.config.celery  # shared tasks are sent by this application
        import tournament.flow  # noqa: F401 — connects the receiver of finished plays
