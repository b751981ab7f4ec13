from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tournament.live"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournament.push.contents import content_register

        from .rendering import seat_content
        from .rendering_watch import watch_content

        content_register("seat", seat_content)
        content_register("watch", watch_content)
