"""How long the papers of a session take, each set by itself as when somebody asks for it."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from django.db import transaction

from deals.services import deal_set_reveal
from tournament.documents import after_play, selectors
from tournament.documents.pdf import render
from tournament.documents.sheets import Sheet
from tournament.events.models import Event
from tournament.events.selectors import only_session
from tournament.leaderboard.selectors import entry_real_name
from tournament.players.models import Player
from tournament.standings.services import standings_compute

from .bench import event_with_results
from .simulation import Evening


@dataclass(frozen=True, slots=True)
class Paper:
    """A document: seconds of the processor, typst's process among them, and of the wall."""

    name: str
    size: int
    processor: float
    wall: float


class _Undo(Exception):
    """Leaves the transaction without keeping what was made in it."""


def papers_bench(evening: Evening) -> list[Paper]:
    """Return what each paper of the evening took, from the database to the PDF.

    The event is made in a transaction that is rolled back: the installation stays as it was.
    """
    try:
        with transaction.atomic():
            event = event_with_results(evening)
            _long_names(event)
            standings_compute(event_id=event.pk)
            session = only_session(event)
            deal_set_reveal(deal_set=session.deal_set)
            found = [_measured(name, make) for name, make in _papers(event)]
            raise _Undo
    except _Undo:
        return found


def _long_names(event: Event) -> None:
    players = list(Player.objects.filter(entries__event=event))
    for number, player in enumerate(players):
        player.name = f"Marie-Madeleine Dubois-Lamy {number:03}"
    Player.objects.bulk_update(players, ["name"])


def _papers(event: Event) -> Iterator[tuple[str, Callable[[], Sheet]]]:
    boards = [board.number for board in only_session(event).boards.all()]
    last = event.sessions.get().rounds.order_by("number").last()
    yield "table cards", lambda: selectors.table_cards(event)
    yield "guide cards", lambda: selectors.guide_cards(event)
    if last is not None:
        yield "score slips", lambda: selectors.score_slips(event, last)
    hands = selectors.hands_of_boards(event, boards)
    played = dict.fromkeys(event.tables.values_list("number", flat=True), boards[:3])
    yield "hand slips", lambda: selectors.hand_slips(event, hands[:3], played=played)
    yield "curtain cards", lambda: selectors.curtain_cards(event, hands)
    yield "standings", lambda: selectors.standings_sheet(event, name_of=entry_real_name)
    yield "travellers", lambda: after_play.travellers(event, name_of=entry_real_name)
    yield "scorecards", lambda: after_play.scorecards(event, name_of=entry_real_name)
    yield "hand records", lambda: after_play.hand_records(event)


def _measured(name: str, make: Callable[[], Sheet]) -> Paper:
    used, start = _used(), perf_counter()
    size = len(render(make()))
    return Paper(name, size, _used() - used, perf_counter() - start)


def _used() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
