"""Tasks fetch by id and call one service."""

from celery import shared_task

from . import services


@shared_task
def events_publish() -> None:
    """Make official what has been provisional long enough; the scheduler runs it."""
    services.events_publish_due()
