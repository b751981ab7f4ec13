"""In which order rows are locked.

First the event's, then a round's, then a live deal's, a play's, and the standings'. Whoever comes
to the event last, to raise its publication for instance, must have begun with it: of two who wait
for each other PostgreSQL stops one. A card at a table needs no event, and waits for none; a result
waits only while its event is made official, and whoever does that locks no deal and no play.
"""

from django.db import connection

from .models import Event


def event_lock(event_id: int, *others: int) -> Event:
    """Return the event, its row locked until the transaction ends, and those of `others`.

    Whoever needs several asks for all at once: they are locked in one order.
    """
    # Without its key: the first result of an event, on its way in, makes a row that names it.
    rows = Event.objects.select_for_update(no_key=True).order_by("pk")
    locked = {event.pk: event for event in rows.filter(pk__in={event_id, *others})}
    if event_id not in locked:
        raise Event.DoesNotExist
    return locked[event_id]


def event_lock_from_results(event_id: int) -> Event:
    """Like `event_lock`, once no result is on its way in; until the end none comes in."""
    return Event.objects.select_for_update().get(pk=event_id)


def event_hold(event_id: int) -> None:
    """Keep the event from becoming official until the transaction ends, and nothing else.

    Results of different tables hold it together. What is read from now on is true to the end.
    """
    # SQLite, which has one writer at a time, has no such locks.
    if connection.features.has_select_for_no_key_update:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM events_event WHERE id = %s FOR KEY SHARE", [event_id])
