"""Tasks fetch by id and call one service."""

from celery import shared_task

from . import services


@shared_task
def analysis_go_on(event_id: int, ticket: int) -> None:
    """Analyse one board of an event, and queue the next."""
    services.analysis_step(event_id=event_id, ticket=ticket)


@shared_task
def analysis_sweep() -> None:
    """Queue what is due; the scheduler runs it every few seconds."""
    services.analysis_catch_up()
