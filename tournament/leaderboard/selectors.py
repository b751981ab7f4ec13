"""What the public pages, the tables' phones and the exports show, read from stored standings.

Every name that leaves this module is the public one, unless the caller asks for real names, as
the desk and the tables do.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from deals.selectors import deal_of
from engine.protocol import Deal
from tournament.events.models import Board, Entry, Event
from tournament.events.selectors import entry_public_name
from tournament.live.models import LiveDeal
from tournament.live.watching import boards_played_out
from tournament.players.models import Player
from tournament.results.models import Award, Result
from tournament.rules import plain
from tournament.rules.inputs import Unranked
from tournament.rules.scores import score_made
from tournament.rules.standings import BoardScores, Row
from tournament.rules.tallies import nothing_made
from tournament.rulings.models import Ruling
from tournament.rulings.selectors import results_corrected
from tournament.standings.models import Standings
from tournament.standings.selectors import board_scores_of, rows_of, standings_of
from tournament.tables.models import Play, PlaySeat

from .terms_words import row_facts, row_lines
from .withheld import names_replaced
from .wording import average_words, award_words, result_words, unranked_words, without_names


def entry_real_name(entry: Entry) -> str:
    """Return the name for eyes that may see it: the desk's and the tables'."""
    return entry.player.name


NameOf = Callable[[Entry], str]


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of the ranking. `row` holds the exact figures."""

    entry: Entry
    name: str
    withheld: bool
    row: Row
    awards: Sequence[str]
    terms: Sequence[str] = ()

    @property
    def note(self) -> str:
        """What there is to say of it beside its figures, a list parted by dots."""
        return " · ".join(filter(None, (unranked_words(self.row), *self.terms, *self.awards)))

    @property
    def remark(self) -> str:
        """The same without the terms, where these have their own place."""
        return " · ".join(filter(None, (unranked_words(self.row), *self.awards)))

    def rank_in(self, category: str) -> int | None:
        """Return the rank among those of a category; in "", among all."""
        return dict(self.row.places).get(category) if category else self.row.rank


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """An event's ranking as stored. `updating`: a result is in that it has not seen yet."""

    event: Event
    standings: Standings
    rows: Sequence[LeaderboardRow]

    @property
    def official(self) -> bool:
        return self.event.state == Event.State.OFFICIAL

    @property
    def updating(self) -> bool:
        return self.standings.seen < self.standings.changed


def leaderboard(event: Event, *, name_of: NameOf = entry_public_name) -> Leaderboard:
    """Return the event's ranking. Whoever has no result yet follows, without a rank."""
    standings = standings_of(event)
    entries = {entry.pk: entry for entry in event.entries.select_related("player", "team")}
    ranked = [row for row in rows_of(standings) if row.entry in entries]
    # Entered since the ranking was computed.
    newcomers = entries.keys() - {row.entry for row in ranked}
    rows = [*ranked, *(_row_without_result(entry) for entry in entries if entry in newcomers)]
    substitutes = Player.objects.in_bulk([row.person for row in rows if row.person is not None])
    awards = _awards(event)
    return Leaderboard(
        event,
        standings,
        [
            LeaderboardRow(
                entry=entries[row.entry],
                name=_ranked_name(entries[row.entry], substitutes.get(row.person or 0), name_of),
                withheld=not entries[row.entry].player.name_public,
                row=row,
                awards=awards.get(row.entry, []),
                terms=row_lines(event, entries[row.entry], row),
            )
            for row in rows
        ],
    )


def _awards(event: Event) -> Mapping[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for award in Award.objects.filter(entry__event=event).order_by("pk"):
        words = award_words(
            nature=award.nature, unit=award.unit, value=str(award.value), game=event.game
        )
        found[award.entry_id].append(words)
    return found


def _ranked_name(entry: Entry, substitute: Player | None, name_of: NameOf) -> str:
    """Return in whose name an entry is ranked. A substitute's name is withheld like any other."""
    name = name_of(entry)
    if substitute is None:
        return name
    is_shown = substitute.name_public or name_of is entry_real_name
    stood_in = substitute.name if is_shown else _("A substitute")
    # Translators: in the ranking, a substitute who played for somebody entered.
    return _("%(substitute)s for %(name)s") % {"substitute": stood_in, "name": name}


def _row_without_result(entry: int) -> Row:
    return nothing_made(entry).row(None)._replace(unranked=Unranked.NO_RESULT)


def boards_open(event: Event) -> QuerySet[Board]:
    """Return the boards whose results anyone may see: no table has them still to play.

    A board is open when its round is closed, or when each of its plays has a result.
    """
    begun = Board.objects.filter(session__event=event, plays__isnull=False)
    return boards_played_out(begun).distinct().order_by("number")


@dataclass(frozen=True, slots=True)
class TravellerSeat:
    """Who held a seat, and what came of it; figures are None until they are computed.

    `average` is A+, A or A− where the director gave one: then there is no `score`.
    """

    number: int
    entry: Entry
    name: str
    tricks: int | None
    score: Fraction | int | None
    matchpoints: Fraction | None
    percent: Fraction | None
    datum: Fraction | None
    average: str = ""

    @property
    def withheld(self) -> bool:
        return not self.entry.player.name_public


@dataclass(frozen=True, slots=True)
class TravellerCorrection:
    """A corrected result: what it was before, and why it was corrected."""

    correction: Ruling
    play_id: int
    reason: str

    @property
    def before(self) -> str:
        return result_words(self.correction.before[str(self.play_id)])

    @property
    def after(self) -> str:
        return result_words(self.correction.after[str(self.play_id)])


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One table's play of the board. `detail` is None while it has no result.

    `corrections` are those whose history may be read, `is_corrected` whether there was any.

    `live_id` names the deal if it was played in the browser: it can be replayed.
    """

    play: Play
    table: int
    seats: Sequence[TravellerSeat]
    detail: Mapping[str, Any] | None
    corrections: Sequence[TravellerCorrection]
    live_id: str = ""
    is_corrected: bool = False

    @property
    def fault(self) -> int | None:
        """The seat that misplayed, if one did."""
        return None if self.detail is None else self.detail.get("fault")

    @property
    def adjusted(self) -> str:
        """What the director gave the seats instead of a result, in words."""
        return result_words(self.detail) if self.detail and "adjusted" in self.detail else ""

    @property
    def not_played(self) -> bool:
        return self.detail is not None and "not_played" in self.detail


# Trick counts and scores by seat of one play, as the distributions' picture takes them.
Distribution = tuple[Sequence[int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Traveller:
    """All results of one board, in table order.

    `deal` only once the deals are revealed; then `turned` are its turned cards, and `trumps` a card
    of each trump suit.
    """

    board: Board
    lines: Sequence[TravellerLine]
    scores: BoardScores | None
    distributions: Sequence[Distribution]
    deal: Deal | None
    turned: Sequence[str]
    trumps: Sequence[str]


def traveller(board: Board, *, name_of: NameOf = entry_public_name) -> Traveller:
    """Return a board's traveller. Whether it may be seen is the caller's question."""
    scores = board_scores_of([board])
    lines = _lines(Play.objects.filter(board=board), scores, name_of)
    deal_set = board.deal_set
    deal = deal_of(deal_set, board.deal_number) if deal_set.revealed_at else None
    view = None if deal is None else deal_set.rules.start(deal).view(0)
    turned = () if view is None else view.turned
    return Traveller(
        board=board,
        lines=lines,
        scores=scores.get(board.pk),
        distributions=_distributions(Play.objects.filter(board=board))[board.pk],
        deal=deal,
        turned=turned,
        trumps=turned or [f"A{suit}" for suit in (view.trumps if view else "")],
    )


def lines_of_boards(
    boards: QuerySet[Board], *, name_of: NameOf = entry_public_name
) -> Sequence[TravellerLine]:
    """Return every table's play of these boards of one event, by board and table."""
    return _lines(Play.objects.filter(board__in=boards), board_scores_of(boards), name_of)


def lines_of_plays(
    plays: QuerySet[Play], *, name_of: NameOf = entry_public_name
) -> Sequence[TravellerLine]:
    """Return the lines of these plays of one event by board and table, without matchpoints."""
    return _lines(plays, {}, name_of)


def _lines(
    plays: QuerySet[Play], scores: Mapping[int, BoardScores], name_of: NameOf
) -> list[TravellerLine]:
    """Return the lines of these plays of one event by board and table, in a few queries."""
    found = list(
        plays.select_related(
            "board__deal_set", "table", "result", "round__session__event"
        ).order_by("board__number", "table__number")
    )
    if not found:
        return []
    event_id = found[0].table.event_id
    entries = Entry.objects.filter(event=event_id).select_related("player").in_bulk()
    names = {entry.pk: name_of(entry) for entry in entries.values()}
    seats: dict[int, list[int]] = defaultdict(list)
    held = PlaySeat.objects.filter(play__in=plays.order_by().values("pk"))
    for play_id, entry_id in held.order_by("number").values_list("play_id", "entry_id"):
        seats[play_id].append(entry_id)
    corrections: dict[int, list[TravellerCorrection]] = defaultdict(list)
    corrected = results_corrected(plays)
    is_desk = name_of is entry_real_name
    changed = {} if is_desk or not corrected else names_replaced(event_id)
    is_told = is_desk or found[0].round.session.event.history_public
    for play_id, rulings in corrected.items():
        corrections[play_id] = [
            TravellerCorrection(each, play_id, without_names(each.reason, changed))
            for each in (rulings if is_told else ())
        ]
    finished = LiveDeal.objects.filter(finished_at__isnull=False, voided_at=None)
    dealt = dict(
        finished.filter(play__in=plays.order_by().values("pk")).values_list("play_id", "public_id")
    )
    return [
        _line(
            play,
            scores.get(play.board_id),
            [(entries[entry_id], names[entry_id]) for entry_id in seats[play.pk]],
            corrections[play.pk],
            dealt.get(play.pk, ""),
            is_corrected=play.pk in corrected,
        )
        for play in found
    ]


def _line(
    play: Play,
    scores: BoardScores | None,
    players: Iterable[tuple[Entry, str]],
    corrections: Sequence[TravellerCorrection],
    live_id: str,
    *,
    is_corrected: bool,
) -> TravellerLine:
    result: Result | None = getattr(play, "result", None)
    detail = None if result is None else result.detail
    tricks = (detail or {}).get("tricks")
    held = None if result is None else result.scores
    # The stored computation may be one correction behind: then its figures are left out.
    given = None if held is None else tuple(map(plain.score_from_json, held))
    current = scores is not None and given is not None and scores.scores.get(play.pk) == given
    figures: dict[str, Sequence[Fraction | None]] = {}
    if current and scores is not None:
        figures = {
            "matchpoints": scores.matchpoints(play.pk),
            "percent": scores.percent(play.pk),
            "datum": scores.datum(play.pk),
        }
    return TravellerLine(
        play=play,
        table=play.table.number,
        detail=detail,
        seats=[
            TravellerSeat(
                number=seat,
                entry=entry,
                name=name,
                tricks=tricks[seat] if tricks else None,
                score=score_made(given[seat]) if given else None,
                average=average_words(given[seat]) if given else "",
                matchpoints=figures["matchpoints"][seat] if figures else None,
                percent=figures["percent"][seat] if figures else None,
                datum=figures["datum"][seat] if figures else None,
            )
            for seat, (entry, name) in enumerate(players)
        ],
        corrections=corrections,
        live_id=live_id,
        is_corrected=is_corrected,
    )


def _distributions(plays: QuerySet[Play]) -> Mapping[int, list[Distribution]]:
    """Return by board what its results with trick counts were."""
    found: dict[int, list[Distribution]] = defaultdict(list)
    results = Result.objects.filter(play__in=plays.order_by().values("pk")).order_by("pk")
    for board_id, detail, scores in results.values_list("play__board_id", "detail", "scores"):
        if scores is not None and "tricks" in detail:
            found[board_id].append((detail["tricks"], scores))
    return found


@dataclass(frozen=True, slots=True)
class ScorecardLine:
    """One board of one player: the table's line, the seat held, and the field's distributions."""

    board: Board
    line: TravellerLine
    seat: int
    top: int | None
    distributions: Sequence[Distribution]

    @property
    def own(self) -> TravellerSeat:
        return self.line.seats[self.seat]

    @property
    def opponents(self) -> Sequence[TravellerSeat]:
        return [seat for seat in self.line.seats if seat.number != self.seat]


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A player's boards in playing order, and the line of the ranking if there is one.

    `hidden` counts the boards whose results nobody may see yet.
    """

    entry: Entry
    name: str
    row: LeaderboardRow | None
    lines: Sequence[ScorecardLine]
    hidden: int

    @property
    def parts(self) -> list[tuple[str, str]]:
        """What else counts, under its name: where the entry stands in categories, and so on."""
        return [] if self.row is None else row_facts(self.entry.event, self.entry, self.row.row)


def scorecard(entry: Entry, *, name_of: NameOf = entry_public_name) -> Scorecard:
    """Return a player's scorecard of the boards that anyone may see."""
    boards = boards_open(entry.event).filter(seats__entry=entry)
    scores = board_scores_of(boards)
    own = Play.objects.filter(board__in=boards.values("pk"), seats__entry=entry)
    distributions = _distributions(Play.objects.filter(board__in=boards.values("pk")))
    lines = []
    # Shared boards come to a player in any order.
    played = sorted(
        _lines(own, scores, name_of),
        key=lambda line: (line.play.round.number, line.play.board.number),
    )
    for line in played:
        computed = scores.get(line.play.board_id)
        lines.append(
            ScorecardLine(
                board=line.play.board,
                line=line,
                seat=next(seat.number for seat in line.seats if seat.entry.pk == entry.pk),
                top=None if computed is None else computed.top,
                distributions=distributions[line.play.board_id],
            )
        )
    ranking = leaderboard(entry.event, name_of=name_of)
    row = next((row for row in ranking.rows if row.entry.pk == entry.pk), None)
    hidden = entry.seats.count() - len(lines)
    return Scorecard(entry, name_of(entry), row, lines, hidden)
