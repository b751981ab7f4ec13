"""An evening in which there is something to put right, and every kind of change to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps

from tests.builders import make_event, record, start_round
from tournament.events.models import Entry, Event
from tournament.players.services import player_create
from tournament.rulings.changes import (
    AwardsChange,
    CardsChange,
    Change,
    Json,
    ResultsChange,
    SeatsChange,
    SubstituteChange,
)
from tournament.rulings.terms import TermsChange
from tournament.tables.models import Play

# By table and board; table 3 has no result on board 2.
TRICKS = {
    (1, 1): (5, 3, 2), (1, 2): (4, 4, 2), (2, 1): (2, 3, 5),
    (2, 2): (10, 0, 0), (3, 1): (3, 5, 2),
}  # fmt: skip


@dataclass
class Evening:
    """Ten players in the only round: three tables of two boards, and one sits out."""

    event: Event

    def play(self, table: int, board: int) -> Play:
        found = Play.objects.select_related("table", "board", "round", "round__session__event")
        return found.get(table__event=self.event, table__number=table, board__number=board)

    def plays(self, table: int) -> list[Play]:
        return [self.play(table, 1), self.play(table, 2)]

    def entry(self, table: int, seat: int) -> Entry:
        found = Entry.objects.select_related("player", "event__club")
        return found.get(seats__play=self.play(table, 1), seats__number=seat)

    def numbers(self, table: int) -> list[int]:
        """The numbers of those who sit there, in the order of the seats."""
        seats = self.play(table, 1).seats.order_by("number")
        return list(seats.values_list("entry__number", flat=True))

    def sitting_out(self) -> Entry:
        return self.event.entries.get(seats=None)


def make_evening(**data: Any) -> Evening:
    data = {"players": 10, "rounds": 1, "boards_per_round": 2} | data
    evening = Evening(make_event(**data))
    start_round(evening.event)
    for place, tricks in TRICKS.items():
        record(evening.play(*place), tricks)
    evening.event.refresh_from_db()
    return evening


Case = Callable[[Evening], tuple[Change, Json]]


def _result(detail: Mapping[str, Any] | None) -> Case:
    def case(evening: Evening) -> tuple[Change, Json]:
        play = evening.play(1, 1)
        return ResultsChange([play]), {str(play.pk): detail}

    return case


def _swap(*places: tuple[int, int]) -> Case:
    def case(evening: Evening) -> tuple[Change, Json]:
        one, other = (evening.play(*place) for place in places)
        change = ResultsChange([one, other])
        now = change.read()
        return change, {str(one.pk): now[str(other.pk)], str(other.pk): now[str(one.pk)]}

    return case


def _seats_turned(evening: Evening) -> tuple[Change, Json]:
    plays = evening.plays(1)
    first, *others = evening.numbers(1)
    return SeatsChange(plays), {str(play.pk): [*others, first] for play in plays}


def _seat_of_another(evening: Evening) -> tuple[Change, Json]:
    play = evening.play(1, 1)
    held = [evening.sitting_out().number, *evening.numbers(1)[1:]]
    return SeatsChange([play]), {str(play.pk): held}


def _seats_of_two_tables(evening: Evening) -> tuple[Change, Json]:
    one, other = evening.play(1, 1), evening.play(2, 1)
    after = {str(one.pk): evening.numbers(2), str(other.pk): evening.numbers(1)}
    return SeatsChange([one, other]), after


def _fouled(evening: Evening) -> tuple[Change, Json]:
    plays = [evening.play(table, 1) for table in (1, 2, 3)]
    after = {str(play.pk): version for play, version in zip(plays, (0, 1, 1), strict=True)}
    return CardsChange(plays), after


def _substitute(name: str) -> Case:
    def case(evening: Evening) -> tuple[Change, Json]:
        player_create(club=evening.event.club, name="Known", name_public=True)
        change = SubstituteChange(evening.entry(1, 0), evening.plays(1))
        return change, dict.fromkeys(change.read(), name)

    return case


def _award(*awards: tuple[str, str, str]) -> Case:
    def case(evening: Evening) -> tuple[Change, Json]:
        after = [dict(zip(("nature", "unit", "value"), each, strict=True)) for each in awards]
        return AwardsChange(evening.entry(2, 2)), after

    return case


def _terms(evening: Evening) -> tuple[Change, Json]:
    carry = {"points": "30", "top_sum": "40", "lives": "6", "datum": "5", "boards": "10"}
    after = {"handicap": ["lives", "1.50"], "stratum": "", "groups": [], "carry": carry}
    return TermsChange(evening.entry(2, 2)), after


def given(*seats: Any) -> dict[str, Any]:
    """An adjusted score: an average by its name, shares of results, or None."""
    return {
        "adjusted": [
            {"average": seat} if isinstance(seat, str) else seat and {"shares": seat}
            for seat in seats
        ]
    }


SHARES = [[60, {"tricks": [4, 4, 2]}], [40, {"tricks": [2, 3, 5]}]]
NEW_NAME = "substitute by a new name"
# A ruling of each kind, in all the ways that differ; each makes the standings others.
CASES: Mapping[str, Case] = {
    "another result": _result({"tricks": [2, 3, 5]}),
    "a misplay": _result({"fault": 0}),
    "not played": _result({"not_played": "“ill” – é\\\"'"}),
    "averages": _result(given("A+", "A", "A- fixed")),
    "a weighted score": _result(given(SHARES, "A-", None)),
    "taken out": _result(None),
    "results of two boards change places": _swap((1, 1), (1, 2)),
    "results of two tables change places": _swap((2, 1), (1, 1)),
    "a result moves where there is none": _swap((3, 1), (3, 2)),
    "seats of a table": _seats_turned,
    "a seat of somebody who sat out": _seat_of_another,
    "two tables change places": _seats_of_two_tables,
    "fouled": _fouled,
    "substitute of the club": _substitute("known"),
    NEW_NAME: _substitute("Zoé Nouvelle"),
    "an earlier result and a handicap": _terms,
    "penalty": _award(("procedural", "percent", "-60.00")),
    "penalties": _award(("disciplinary", "points", "-1.50"), ("bonus", "lives", "9.00")),
}  # fmt: skip


def everything() -> dict[str, Any]:
    """All rows of the database, what was announced among them where there is no PostgreSQL."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
    }
