from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    name = "tournament.leaderboard"
    default_auto_field = "django.db.models.BigAutoField"
