"""Who wins what: prizes for places, shared among those who share them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import floor

from django.utils.formats import number_format

from tournament.events.models import Event
from tournament.rules.prizes import shared

from .selectors import LeaderboardRow
from .teams import TeamRow, team_ranking

NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class Won:
    """A prize: who has it, with which rank in its ranking ("" is the main one), and cents."""

    category: str
    row: LeaderboardRow | TeamRow
    rank: int
    cents: int
    amount: str


def prizes_of(event: Event, rows: Iterable[LeaderboardRow]) -> list[Won]:
    """Return the prizes of the event's rankings as they stand, in ranking order.

    The main ranking of an event of teams is the teams'. A share is rounded down to the cent: no
    more is given than there is.
    """
    ranked = list(rows)
    won = []
    for category in ("", *event.strata, *event.groups):
        amounts: Sequence[int] = event.prizes.get(category, ())
        placed = _placed(event, ranked, category)
        shares = shared([rank for rank, _row in placed], amounts)
        for (rank, row), share in zip(placed, shares, strict=True):
            if cents := floor(share):
                won.append(Won(category, row, rank, cents, money_words(cents, event.currency)))
    return won


def _placed(
    event: Event, rows: Iterable[LeaderboardRow], category: str
) -> list[tuple[int, LeaderboardRow | TeamRow]]:
    """Return who has a rank in a ranking, with the rank."""
    if event.movement == Event.Movement.TEAMS and not category:
        return [(each.row.rank, each) for each in team_ranking(event) if each.row.rank is not None]
    return [(rank, row) for row in rows if (rank := row.rank_in(category)) is not None]


def money_words(cents: int, currency: str) -> str:
    """Return an amount as people write it: “40 €”, “12.50 €”."""
    places = 2 if cents % 100 else 0
    amount = number_format(Decimal(cents) / 100, decimal_pos=places)
    return f"{amount}{NO_BREAK}{currency}" if currency else str(amount)
