from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "tournament.players"
    default_auto_field = "django.db.models.BigAutoField"
