"""A result in a few words for the desk, which sees also why a board was not played."""

from collections.abc import Mapping
from typing import Any

from tournament.leaderboard.ruling_words import play_words as play_words
from tournament.leaderboard.wording import result_words


def detail_words(detail: Mapping[str, Any] | None) -> str:
    """Return `5-3-2`, “misplay by seat B”, or “not played: no time”."""
    return result_words(detail, with_reason=True)
