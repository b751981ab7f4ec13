from django.apps import AppConfig


class CallsConfig(AppConfig):
    name = "tournament.calls"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament.live.news import news_register

        from .selectors import seat_news

        news_register(seat_news)
