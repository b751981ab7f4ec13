"""Rows of plays, locked after their event's: see `tournament.events.locks`."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_hold

from .models import Play, Table


def play_lock(play_id: int) -> Play:
    """Return the play, locked until the transaction ends; meanwhile its event does not become
    official. Raises Refused where it is gone: its board was taken back."""
    for event_id in Table.objects.values_list("event_id", flat=True).filter(plays=play_id):
        event_hold(event_id)
    plays_lock(Play.objects.filter(pk=play_id))
    # Only now: whoever had the play before may have closed its round.
    found = Play.objects.select_related("round__session__event", "table", "board")
    play = found.filter(pk=play_id).first()
    if play is None:
        raise Refused(_("This board is no longer played at this table: look at the page again."))
    return play


def plays_lock(plays: QuerySet[Play]) -> None:
    """Lock several plays at once, before anything of them is changed, all in one order."""
    list(plays.select_for_update(no_key=True).order_by("pk").values_list("pk"))
