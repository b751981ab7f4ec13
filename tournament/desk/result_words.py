"""A result in a few words for the desk, which sees also why a board was not played."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.leaderboard.wording import result_words
from tournament.tables.models import Play


def detail_words(detail: Mapping[str, Any] | None) -> str:
    """Return `5-3-2`, “misplay by seat B”, or “not played: no time”."""
    return result_words(detail, with_reason=True)


def play_words(play: Play) -> str:
    """Return “Table 3, board 7”. The play comes with table and board."""
    return _("Table %(table)d, board %(board)d") % {
        "table": play.table.number,
        "board": play.board.number,
    }
