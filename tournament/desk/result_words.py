"""A result in a few words, for pages and messages alike."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.tables.models import Play


def detail_words(detail: Mapping[str, Any]) -> str:
    """Return `5-3-2`, “misplay by seat B”, or “not played: no time”."""
    if "tricks" in detail:
        return "-".join(map(str, detail["tricks"]))
    if "fault" in detail:
        return _("misplay by seat %(seat)s") % {"seat": seat_letter(detail["fault"])}
    return _("not played: %(reason)s") % {"reason": detail["not_played"]}


def play_words(play: Play) -> str:
    """Return “Table 3, board 7”. The play comes with table and board."""
    return _("Table %(table)d, board %(board)d") % {
        "table": play.table.number,
        "board": play.board.number,
    }
