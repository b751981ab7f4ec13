"""Tasks fetch by id and call one service."""

from celery import shared_task

from . import services


@shared_task
def standings_recompute(event_id: int) -> None:
    """Bring an event's standings up to its last change, and seat by them where they decide."""
    if services.standings_compute(event_id=event_id):
        services.seats_follow(event_id=event_id)


@shared_task
def standings_sweep() -> None:
    """Queue what is due and was lost; the scheduler runs it every few seconds."""
    services.standings_catch_up()
