"""Events → sheets: what of the database stands on which piece of paper.

Guide cards, score slips and the desk's standings have real names: they stay in the room.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from deals.models import DealSet
from deals.selectors import deal_of
from engine.variant import Variant
from tournament.errors import Refused
from tournament.events.models import Board, Entry, Event, Round
from tournament.events.selectors import only_session
from tournament.events.services import SEATS
from tournament.leaderboard.prizes import prizes_of
from tournament.leaderboard.sections import group_words, section_ranks, sections_shown
from tournament.leaderboard.selectors import (
    Leaderboard,
    LeaderboardRow,
    NameOf,
    entry_real_name,
    leaderboard,
)
from tournament.leaderboard.teams import TeamRow, team_ranking
from tournament.leaderboard.templatetags.triplicate import (
    difference,
    method_words,
    points,
    score,
    score_heading,
    seat_letter,
)
from tournament.leaderboard.terms_words import placed
from tournament.leaderboard.ties import Ranked, ties_of
from tournament.live.links import link_address
from tournament.live.models import Participant
from tournament.live.selectors import participant_name
from tournament.results.asks import asks_tricks, knows_misplays
from tournament.rules.tallies import Row
from tournament.tables.models import SitOut

from . import sheets
from .imprint import imprint_of
from .sittings import Sitting, sittings

# With more rounds than these, opponents' names would halve the cards on a page, or be too small.
OPPONENTS_UP_TO = 12


@dataclass(frozen=True, slots=True)
class RoundToPrint:
    """A round with the boards of each of its tables, as played once it has begun, else planned.

    `new` has those of them for which hands are to be printed: where one copy of each board goes
    from table to table, those that no table has had in an earlier round. `chairs` has by table and
    board the chair that holds each seat, where boards are turned.
    """

    round: Round
    played: Mapping[int, tuple[int, ...]]
    new: Mapping[int, tuple[int, ...]]
    chairs: Mapping[tuple[int, int], tuple[int, ...]]

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def boards(self) -> tuple[int, ...]:
        return tuple(sorted({board for boards in self.played.values() for board in boards}))

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(self.played)


@dataclass(frozen=True, slots=True)
class Hand:
    """One board of a sealed set, under the number that is printed."""

    number: int
    deal_set: DealSet
    deal_number: int


def rounds_to_print(event: Event) -> list[RoundToPrint]:
    """Return the rounds not closed, in order: the boards are those of guide cards and slips."""
    rounds = list(_rounds(event).exclude(state=Round.State.CLOSED))
    of_round: dict[int, list[Sitting]] = defaultdict(list)
    for sitting in sittings(rounds, event.entries.in_bulk()):
        of_round[sitting.round].append(sitting)
    had: set[int] = set()
    if event.movement == Event.Movement.SHARED:
        closed = Board.objects.filter(plays__round__session__event=event).filter(
            plays__round__state=Round.State.CLOSED
        )
        had.update(closed.values_list("number", flat=True))
    found = []
    for each in rounds:
        sitting_here = of_round[each.number]
        played = {sitting.table: tuple(sitting.seats) for sitting in sitting_here}
        new = {
            table: tuple(board for board in boards if board not in had)
            for table, boards in played.items()
        }
        if event.movement == Event.Movement.SHARED:
            had.update(board for boards in played.values() for board in boards)
        chairs = {
            (sitting.table, board): tuple(seats.index(seat) + 1 for seat in range(len(seats)))
            for sitting in (sitting_here if event.turned else ())
            for board, seats in sitting.seats.items()
            # The plan is older than the list of players where somebody was taken out.
            if len(seats) == SEATS
        }
        found.append(RoundToPrint(each, played, new, chairs))
    return found


def _rounds(event: Event) -> QuerySet[Round]:
    rounds = Round.objects.filter(session__event=event).prefetch_related("boards")
    return rounds.order_by("session__number", "number")


def table_cards(event: Event, *, only: int | None = None) -> sheets.TableCards:
    """Return the cards of all tables, or of one. Raises Refused without tables."""
    tables = event.tables.order_by("number")
    cards = tuple(
        sheets.TableCard(
            number=table.number,
            code=table.code,
            address=settings.SITE_URL + reverse("table", args=[table.code]),
        )
        for table in (tables if only is None else tables.filter(number=only))
    )
    if not cards:
        raise _no_tables()
    return sheets.TableCards(event=event.name, cards=cards, play_mode=event.play_mode)


def guide_cards(
    event: Event,
    *,
    first_round: int = 1,
    holders: Mapping[int, Participant] | None = None,
    only: int | None = None,
) -> sheets.GuideCards:
    """Return every player's way from that round on, as it was played or is planned now.

    A round in which a player is not there is left out. With `holders`, by entry id, each card has
    its personal link, which opens hands: see services. `only` is one entry's number. Raises Refused
    without tables.
    """
    holders = holders or {}
    rounds = [each for each in _rounds(event) if each.number >= first_round]
    entries = event.entries.select_related("player", "team").in_bulk()
    stops: dict[int, list[sheets.GuideStop]] = defaultdict(list)
    for sitting in sittings(rounds, entries):
        for chair, entry in enumerate(sitting.entries):
            stop = _stop(
                sitting, chair, turned=event.turned, opponents=len(rounds) <= OPPONENTS_UP_TO
            )
            stops[entry.pk].append(stop)
    for sit_out in SitOut.objects.filter(round__in=rounds).select_related("round"):
        stops[sit_out.entry_id].append(sheets.GuideStop(round=sit_out.round.number, table=None))
    if not any(stop.table for each in stops.values() for stop in each):
        raise _no_tables()
    return sheets.GuideCards(
        event=event.name,
        cards=tuple(
            _guide_card(entry, stops[entry.pk], holders.get(entry.pk))
            for entry in sorted(entries.values(), key=lambda entry: entry.number)
            if stops[entry.pk] and only in {None, entry.number}
        ),
    )


def _guide_card(
    entry: Entry, stops: Iterable[sheets.GuideStop], holder: Participant | None
) -> sheets.GuideCard:
    in_order = tuple(sorted(stops, key=lambda stop: stop.round))
    team = entry.team.name if entry.team else ""
    if holder is None:
        return sheets.GuideCard(player=_player(entry), stops=in_order, team=team)
    return sheets.GuideCard(
        player=sheets.Player(number=entry.number, name=participant_name(holder)),
        stops=in_order,
        link=link_address(holder),
        pin=holder.pin,
        team=team,
    )


def score_slips(event: Event, playing: Round) -> sheets.ScoreSlips:
    """Return the slips of a round's tables. Raises Refused without tables."""
    entries = event.entries.select_related("player").in_bulk()
    slips = tuple(
        sheets.ScoreSlip(
            table=sitting.table,
            round=playing.number,
            players=tuple(_player(entry) for entry in sitting.entries),
            lines=tuple(
                sheets.ScoreLine(board=board, seats=tuple(map(seat_letter, seats)))
                for board, seats in sitting.seats.items()
            ),
        )
        for sitting in sittings([playing], entries)
    )
    if not slips:
        raise _no_tables()
    return sheets.ScoreSlips(
        event=event.name,
        slips=slips,
        hint=_hint(event.rules),
        misplays=knows_misplays(event.game),
    )


def _hint(rules: Variant) -> str:
    """Return what a table writes on its slip; "" for trick counts and misplays."""
    if not asks_tricks(rules):
        return _("Write what each combination is worth, and put a cross beside the best one.")
    if knows_misplays(rules.key):
        return ""
    return _("Write the tricks won: %(total)s in all.") % {"total": rules.asks[0].total}


def hands_of_boards(event: Event, numbers: Iterable[int]) -> list[Hand]:
    """Return the boards with these numbers, in their order."""
    boards = only_session(event).boards.filter(number__in=numbers).select_related("deal_set")
    return [Hand(board.number, board.deal_set, board.deal_number) for board in boards]


def hands_of_reserve(event: Event) -> list[Hand]:
    """Return the boards of the sealed reserve, which have numbers of their own from 1 on."""
    reserve = only_session(event).reserve_set
    return [Hand(number, reserve, number) for number in range(1, reserve.boards + 1)]


def hand_slips(
    event: Event,
    hands: Sequence[Hand],
    *,
    played: Mapping[int, Sequence[int]],
    reserve: bool = False,
    chairs: Mapping[tuple[int, int], tuple[int, ...]] | None = None,
) -> sheets.HandSlips:
    """Return the slips of the boards that each table plays. They hold sealed cards: see services.

    `chairs` has by table and board the chair that holds each seat, where that is known.
    Raises PublicValueMissing while the deals do not exist, and Refused without tables.
    """
    if not any(played.values()) or not hands:
        raise _no_tables()
    return sheets.HandSlips(
        event=event.name,
        played={table: tuple(boards) for table, boards in played.items() if boards},
        boards=tuple(_dealt(hand) for hand in hands),
        reserve=reserve,
        chairs=chairs or {},
        moves_on=event.movement == Event.Movement.SHARED,
    )


def curtain_cards(
    event: Event, hands: Sequence[Hand], *, reserve: bool = False
) -> sheets.CurtainCards:
    """Return the curtain cards of these boards. They hold sealed cards: see services.

    Raises PublicValueMissing while the deals do not exist, and Refused without boards.
    """
    if not hands:
        raise _no_tables()
    return sheets.CurtainCards(
        boards=tuple(_dealt(hand) for hand in hands), reserve=reserve, **imprint_of(event)
    )


def _dealt(hand: Hand) -> sheets.Board:
    deal = deal_of(hand.deal_set, hand.deal_number)
    start = hand.deal_set.rules.start(deal)
    return sheets.Board(number=hand.number, hands=deal.hands, turned=start.view(0).turned)


def standings_sheet(event: Event, *, name_of: NameOf) -> sheets.StandingsSheet:
    """Return the ranking as the pages show it, in the active language."""
    board = leaderboard(event, name_of=name_of)
    ranked_by = "percent" if event.method == Event.Method.MATCHPOINTS else "mean"
    # Before the first result there is no ranking, and a list of dashes would look like one.
    ranked = any(each.row.rank is not None for each in board.rows)
    within = section_ranks(board.rows) if sections_shown(event) else {}
    teams = team_ranking(event, name_of=name_of)
    return sheets.StandingsSheet(
        **imprint_of(event),
        official=board.official,
        subtitle=_subtitle(board),
        ranked_by=ranked_by,
        scores=score_heading(event.game),
        rows=tuple(_standings_row(event, each, within) for each in board.rows) if ranked else (),
        teams=tuple(_team_row(event, each) for each in teams) if ranked else (),
        ties=(*_ties(event, teams), *_ties(event, board.rows)),
        prizes=_prizes(event, board) if event.prizes_public or name_of is entry_real_name else (),
    )


def _ties(event: Event, rows: Iterable[Ranked]) -> tuple[sheets.Tie, ...]:
    return tuple(
        sheets.Tie(
            rank=_rank(each.row.row),
            name=each.row.name,
            rules=tuple((str(name), value) for name, value in each.applied),
        )
        for each in ties_of(rows, method=event.method, game=event.game)
    )


def _prizes(event: Event, board: Leaderboard) -> tuple[sheets.PrizeRow, ...]:
    return tuple(
        sheets.PrizeRow(
            rank=f"{won.rank} ({won.category})" if won.category else str(won.rank),
            name=won.row.name,
            amount=won.amount,
        )
        for won in prizes_of(event, board.rows)
    )


def _standings_row(
    event: Event, each: LeaderboardRow, within: Mapping[int, int]
) -> sheets.StandingsRow:
    # There is room beside the name, and none for columns that some events have.
    ranks = [f"{name} {rank}" for name, rank in placed(event, each.row)]
    places = " · ".join(filter(None, [group_words(each, within), *ranks]))
    name = f"{each.name} ({places})" if places else each.name
    return sheets.StandingsRow(rank=_rank(each.row), name=name, **_figures(event, each.row))


def _team_row(event: Event, each: TeamRow) -> sheets.StandingsRow:
    members = ", ".join(member.name for member in each.members)
    figures = _figures(event, each.row)
    return sheets.StandingsRow(rank=_rank(each.row), name=each.name, under=members, **figures)


def _rank(row: Row) -> str:
    return "–" if row.rank is None else str(row.rank)


def _figures(event: Event, row: Row) -> dict[str, str]:
    # Nobody has won or lost nothing: whoever has not played has no figures.
    if not row.boards:
        return {"boards": str(row.boards)}
    figures = {"boards": str(row.boards), "lives": score(row.lives, event.game)}
    if event.method == Event.Method.MATCHPOINTS:
        return figures | {"points": points(row.points, 2), "percent": points(row.percent, 2)}
    if event.method == Event.Method.DATUM:
        datum = {"datum": difference(row.datum, event.game)}
        return figures | datum | {"mean": difference(row.datum_mean, event.game)}
    return figures | {"mean": score(row.mean, event.game)}


def _subtitle(board: Leaderboard) -> str:
    event = board.event
    rounds = ngettext("%(n)d round", "%(n)d rounds", event.rounds) % {"n": event.rounds}
    parts = [event.club.name, date_format(event.date), rounds, method_words(event)]
    computed = board.standings.computed_at
    if computed is not None and not board.official:
        here = timezone.localtime(computed, ZoneInfo(event.time_zone))
        parts.append(_("as of %(time)s") % {"time": date_format(here, "SHORT_DATETIME_FORMAT")})
    return " · ".join(parts)


def _stop(sitting: Sitting, chair: int, *, turned: bool, opponents: bool) -> sheets.GuideStop:
    letters = list(dict.fromkeys(seat_letter(seats[chair]) for seats in sitting.seats.values()))
    return sheets.GuideStop(
        round=sitting.round,
        table=sitting.table,
        seat="" if turned and len(letters) == len(sitting.entries) else ", ".join(letters),
        chair=str(chair + 1) if turned or len(letters) > 1 else "",
        boards=tuple(sitting.seats),
        opponents=tuple(
            _player(entry) for place, entry in enumerate(sitting.entries) if place != chair
        )
        if opponents
        else (),
    )


def _player(entry: Entry) -> sheets.Player:
    return sheets.Player(number=entry.number, name=entry.player.name)


def _no_tables() -> Refused:
    return Refused(_("There are no tables to print for: plan the movement first."))
