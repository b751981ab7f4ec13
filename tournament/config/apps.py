from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "tournament.config"
    label = "config"
