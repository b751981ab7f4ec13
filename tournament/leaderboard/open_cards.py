"""What a board's page tells of its cards once they are published: what could be done with them,
and where the tables that played them in the browser parted ways."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.cards import SUITS
from engine.partings import Parting, Way, partings
from engine.protocol import Deal, Play
from tournament.analysis.models import BoardAnalysis
from tournament.analysis.selectors import Stage, analysis_progress, board_analysis
from tournament.events.models import Event
from tournament.live.arranging import ANNULATE
from tournament.live.models import LiveDeal
from tournament.live.positions import positions_of
from tournament.rules.swings import Character

from .characters import character, is_at_par
from .selectors import Traveller, TravellerLine, TravellerSeat

# Names are shown where so few went the same way, and so many partings without unfolding a list.
NAMES_MOST = 6
PARTINGS_FIRST = 6


@dataclass(frozen=True, slots=True)
class Held:
    """A card and the seat that was dealt it."""

    card: str
    seat: int


def annulling(game: str, deal: Deal, trumps: Iterable[str]) -> list[tuple[Held, Held]]:
    """Return the trumps of equal rank that two hands hold: in one trick they annul each other.

    `trumps` are cards of the trump suits, of which there must be two.
    """
    suits = {card[-1] for card in trumps}
    if game not in ANNULATE or len(suits) < 2:
        return []
    held = [
        Held(card, seat)
        for seat, hand in enumerate(deal.hands)
        for card in hand
        if card[-1] in suits
    ]
    pairs = [
        (one, other)
        for one, other in combinations(held, 2)
        if one.card[0] == other.card[0] and one.seat != other.seat
    ]
    return sorted(pairs, key=lambda pair: "AKQJT987".index(pair[0].card[0]))


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table on one of the ways, and who sat at the seat that chose it.

    `ply` is the position of its replay with the card on the table.
    """

    line: TravellerLine
    player: TravellerSeat | None
    ply: int


@dataclass(frozen=True, slots=True)
class WayShown:
    """The tables that played the same card; None where they played no further."""

    card: str | None
    tables: Sequence[TableShown]

    @property
    def is_short(self) -> bool:
        """Whether there is room for the names of those who chose it."""
        return len(self.tables) <= NAMES_MOST


@dataclass(frozen=True, slots=True)
class PartingShown:
    """A card at which tables parted; `among` lists their numbers, "" where it is all of them."""

    parting: Parting[int]
    ways: Sequence[WayShown]
    among: str


@dataclass(frozen=True, slots=True)
class PartingsShown:
    """Where so many `tables` parted; `alike` lists those that played every card alike, by group."""

    tables: int
    partings: Sequence[PartingShown]
    alike: Sequence[str]

    @property
    def first(self) -> Sequence[PartingShown]:
        """Those to be shown at once."""
        return self.partings[:PARTINGS_FIRST]

    @property
    def rest(self) -> Sequence[PartingShown]:
        return self.partings[PARTINGS_FIRST:]

    @property
    def next(self) -> int:
        """Which one the rest begins with, counted from 1."""
        return PARTINGS_FIRST + 1


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What is told of a board whose deal is revealed.

    `trumps` are the trump suits. `analysis` is None where there is none; `is_awaited`: it is being
    made. `at_par` holds the plays that ended at par; `has_replays`: it was played in the browser.
    """

    trumps: str
    annulling: Sequence[tuple[Held, Held]]
    analysis: BoardAnalysis | None
    is_awaited: bool
    at_par: frozenset[int]
    character: Character | None
    partings: PartingsShown | None
    has_replays: bool

    @property
    def marked(self) -> frozenset[str]:
        """The cards that can annul another."""
        return frozenset(held.card for pair in self.annulling for held in pair)


def open_cards(event: Event, traveller: Traveller) -> OpenCards | None:
    """Return what is told of a board's cards; None before its deal is revealed."""
    if traveller.deal is None:
        return None
    analysis = board_analysis(traveller.board)
    return OpenCards(
        trumps="".join(suit for suit in SUITS if suit in {card[-1] for card in traveller.trumps}),
        annulling=annulling(event.game, traveller.deal, traveller.trumps),
        analysis=analysis,
        is_awaited=analysis is None and analysis_progress(event).stage == Stage.RUNNING,
        at_par=frozenset(line.play.pk for line in traveller.lines if is_at_par(line, analysis)),
        character=character(traveller.board, analysis),
        partings=partings_shown(traveller),
        has_replays=any(line.live_id for line in traveller.lines),
    )


def partings_shown(traveller: Traveller) -> PartingsShown | None:
    """Return where a board's tables parted that played it in the browser; two queries.

    None before the deals are revealed, and with fewer than two such tables.
    """
    if traveller.deal is None:
        return None
    board = traveller.board
    lines = {line.play.pk: line for line in traveller.lines if not line.play.version}
    deals = LiveDeal.objects.filter(
        play__in=lines,
        # Not what was played with other cards before the board was given these.
        deal_set=board.deal_set_id,
        deal_number=board.deal_number,
        finished_at__isnull=False,
        voided_at=None,
    ).select_related("deal_set")
    positions = {
        live.play_id: position for live, position in positions_of(deals) if live.play_id is not None
    }
    # In the order of the tables.
    played = {key: positions[key].taken for key in lines if key in positions}
    if len(played) < 2:
        return None
    start = positions[next(iter(played))].states[0]
    return PartingsShown(
        tables=len(played),
        partings=[_parting(each, lines, len(played)) for each in partings(start, played)],
        alike=_alike(played, lines),
    )


def _parting(
    parting: Parting[int], lines: Mapping[int, TravellerLine], tables: int
) -> PartingShown:
    here = [lines[key].table for key in parting.tables]
    return PartingShown(
        parting,
        [_way(way, parting, lines) for way in parting.ways],
        among="" if len(here) == tables else _numbers(here),
    )


def _way(way: Way[int], parting: Parting[int], lines: Mapping[int, TravellerLine]) -> WayShown:
    seat, card = (parting.seat, None) if way.play is None else way.play
    return WayShown(
        card,
        [
            TableShown(
                line=lines[key],
                player=None if seat is None else lines[key].seats[seat],
                ply=parting.ply + (card is not None),
            )
            for key in way.tables
        ],
    )


def _alike(played: Mapping[int, Sequence[Play]], lines: Mapping[int, TravellerLine]) -> list[str]:
    groups: dict[tuple[Play, ...], list[int]] = defaultdict(list)
    for key, plays in played.items():
        groups[tuple(plays)].append(lines[key].table)
    return [_numbers(group) for group in groups.values() if len(group) > 1]


def _numbers(tables: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(tables)))
