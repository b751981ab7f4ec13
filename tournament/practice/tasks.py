"""Tasks that the scheduler runs; each calls one service."""

from celery import shared_task

from . import services


@shared_task
def practice_analyse() -> None:
    """Analyse the cards of a practice that is over, and queue the next; or the scheduler does."""
    services.practice_analyse()


@shared_task
def practices_clean() -> None:
    """Delete what was practised a month ago."""
    services.practices_clean()
