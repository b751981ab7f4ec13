from importlib import import_module
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from .private import private_files_ensure


class ConfigConfig(AppConfig):
    name = "tournament.config"
    label = "config"

    def ready(self) -> None:
        import_module("tournament.config.celery")  # shared tasks are sent by this application
        import_module("tournament.flow")  # connects the receivers of news

        private_files_ensure()
        # WhiteNoise wants the folder, filled or not.
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
