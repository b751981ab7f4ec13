"""In which order rows are locked.

First the event's, then a round's, then a live deal's, a play's, and the standings'. Whoever comes
to the event last, to raise its publication for instance, must have begun with it: of two who wait
for each other PostgreSQL stops one. A card at a table needs no event, and waits for none.
"""

from .models import Event


def event_lock(event_id: int) -> Event:
    """Return the event, its row locked until the transaction ends."""
    # Without its key: the first result of an event, on its way in, makes a row that names it.
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)
