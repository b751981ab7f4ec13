"""What tables have entered and nobody has confirmed: a ruling on results sets it aside.

So it is read with the results, under `ENTERED`, and put back where a ruling is undone.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.results.models import Pending
from tournament.results.services import entry_put_back
from tournament.tables.models import Play

ENTERED = "entered"


def entered_read(plays: Sequence[Play]) -> dict[str, Any]:
    """Return the open entries of these plays, by play; nothing at all where there is none."""
    found = Pending.objects.filter(play__in=plays).select_related("submission").order_by("play")
    entered = {
        str(each.play_id): {
            "submission": each.submission_id,
            "detail": each.submission.detail,
            "disputed": each.disputed,
        }
        for each in found
    }
    return {ENTERED: entered} if entered else {}


def entered_put_back(play: Play, after: Mapping[str, Any]) -> None:
    """Let the table's entry wait again for its confirmation, where that is what was."""
    entered = after.get(ENTERED, {}).get(str(play.pk))
    if entered is not None:
        entry_put_back(play=play, submission_id=entered["submission"], disputed=entered["disputed"])


def without_entered(value: Any) -> Any:
    """Return what a change reads but for the open entries."""
    if not isinstance(value, dict):
        return value
    return {key: each for key, each in value.items() if key != ENTERED}
