"""Tasks that the scheduler runs; each calls one service."""

from celery import shared_task

from . import match_play, services


@shared_task
def friendly_votes_close() -> None:
    """End the votes on four aces that somebody kept waiting."""
    match_play.votes_close()


@shared_task
def friendly_tables_clean() -> None:
    """Delete the tables where nothing has moved for a month."""
    services.tables_clean()
