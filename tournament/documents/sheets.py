"""What the printed sheets say: plain values, from which `pdf.render` makes PDF bytes.

Texts from people (names of events and players) may hold anything: they are printed as they are, on
one line, made smaller and in the end cut with an ellipsis when the room is too small.
Seats are letters, numbers of tables, rounds, boards and players are the ones people say aloud.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.tables.ways import Whereabouts


@dataclass(frozen=True, kw_only=True)
class Imprint:
    """What the foot of pages says that are read, not cut: the event, its club and its day."""

    event: str
    club: str = ""
    day: str = ""


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player of the event: the number they were given, and the name."""

    number: int
    name: str


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """One table: `address` is printed letter by letter, and is what the QR holds unless `qr` is
    given. An address all in upper case makes a smaller QR; use one only if the site answers to it.
    """

    number: int
    code: str
    address: str
    qr: str = ""


@dataclass(frozen=True, kw_only=True)
class TableCards:
    """The cards that lie on the tables, four to a page.

    `play_mode` is an event's: it decides what a card says it is for.
    """

    event: str
    cards: tuple[TableCard, ...]
    play_mode: str = "entered"


@dataclass(frozen=True, kw_only=True)
class GuideStop:
    """Where a player is in one round; `table=None` is a sit-out.

    `chair` is the number of the chair that is kept where seats turn from board to board, and `seat`
    lists their letters then, "" when it is all of them. Columns which no stop of the sheet fills
    are left out.
    """

    round: int
    table: int | None
    seat: str = ""
    chair: str = ""
    boards: tuple[int, ...] = ()
    opponents: tuple[Player, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GuideCard:
    """One player's way through the event.

    `link` is the personal link, drawn as a QR beside the personal number `pin`, or "": whoever has
    them opens the player's hands.
    """

    player: Player
    stops: tuple[GuideStop, ...]
    link: str = ""
    pin: str = ""
    team: str = ""


@dataclass(frozen=True, kw_only=True)
class GuideCards:
    """A card for each player, eight, six, four or two to a page as the rounds and links need."""

    event: str
    cards: tuple[GuideCard, ...]


@dataclass(frozen=True, kw_only=True)
class BoardStop:
    """Boards that are in one place in a round, with where they come from and where they go."""

    round: int
    boards: tuple[int, ...]
    before: Whereabouts
    after: Whereabouts


@dataclass(frozen=True, kw_only=True)
class BoardCard:
    """What comes to a table round by round, and where it goes; `table=None` is the side table."""

    table: int | None
    stops: tuple[BoardStop, ...]


@dataclass(frozen=True, kw_only=True)
class BoardCards:
    """A card for each table where one copy of each board goes from table to table."""

    event: str
    cards: tuple[BoardCard, ...]


@dataclass(frozen=True, kw_only=True)
class Board:
    """A dealt board: `hands[0]` is seat A's, as card codes (`AS`, `TD`); `turned` are the cards
    turned up, in their order.
    """

    number: int
    hands: tuple[tuple[str, ...], ...]
    turned: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class HandSlips:
    """A folded slip for every seat of the boards each table plays, after a cover that explains fold
    and cut. `played` has each table's boards in the order of play.

    Six to a page. The six places of a page belong to six tables, and the pages of a stack run
    through boards and seats (board 1 A, 1 B, 1 C, board 2 A …): cutting the stack gives each
    table's pile, ready in the order of play. See `imposition.slip_stacks`. Boards of the reserve
    are named R1, R2 and so on, since they have their own numbers.
    `chairs` has by table and board the number of the chair that holds each seat, where boards are
    turned and it is known. With `moves_on` there is one copy of each board, which goes on to other
    tables with its slips.
    """

    event: str
    played: Mapping[int, tuple[int, ...]]
    boards: tuple[Board, ...]
    reserve: bool = False
    chairs: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    moves_on: bool = False


@dataclass(frozen=True, kw_only=True)
class ScoreLine:
    """A board to be played: `seats[i]` is the letter of the seat that `players[i]` holds."""

    board: int
    seats: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ScoreSlip:
    """What one table fills in during one round; players in the order of their chairs."""

    table: int
    round: int
    players: tuple[Player, ...]
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, kw_only=True)
class ScoreSlips:
    """Score slips in the order they are given, by round and then table for a director's use.

    `hint` says what to write, unless it is trick counts; `misplays` whether the game knows them.
    """

    event: str
    slips: tuple[ScoreSlip, ...]
    hint: str = ""
    misplays: bool = True


@dataclass(frozen=True, kw_only=True)
class StandingsRow:
    """A line of the standings. The figures are text exactly as the page shows them; a column that
    is empty in every row is left out. `under` stands below the name, smaller.
    """

    rank: str
    name: str
    under: str = ""
    boards: str = ""
    points: str = ""
    percent: str = ""
    lives: str = ""
    datum: str = ""
    mean: str = ""


@dataclass(frozen=True, kw_only=True)
class PrizeRow:
    """Who wins what: the rank, with its category where it is not the main ranking's."""

    rank: str
    name: str
    amount: str


@dataclass(frozen=True, kw_only=True)
class Tie:
    """How somebody was parted from those who were level: what was compared, with its values."""

    rank: str
    name: str
    rules: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class StandingsSheet(Imprint):
    """The ranking; `official=False` is marked provisional on every page.

    `subtitle` is one free line under the event's name (date, method, tables). `ranked_by` names the
    figure that decides the order (a field of `StandingsRow`), which is printed bold. `scores` names
    the column `lives`, which holds the game's own scores. `teams` come before the players, and
    `ties` say after the ranking how those who were level were parted.
    """

    official: bool
    rows: tuple[StandingsRow, ...]
    subtitle: str = ""
    ranked_by: str = "points"
    scores: str = ""
    prizes: tuple[PrizeRow, ...] = ()
    teams: tuple[StandingsRow, ...] = ()
    ties: tuple[Tie, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CurtainCards(Imprint):
    """A card for each hand of the boards, to lie with its cards in the board's pocket, after the
    sheet by which a sorted pack is dealt: where each of its cards goes.

    Boards of the reserve are named R1, R2 and so on, since they have their own numbers.
    """

    boards: tuple[Board, ...]
    reserve: bool = False


@dataclass(frozen=True, kw_only=True)
class Reach:
    """What each seat of a board can reach with open hands; scores as the pages write them."""

    guaranteed: tuple[int, ...]
    par_tricks: tuple[int, ...]
    par_scores: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BoardRecord:
    """A board whose deals are revealed. `trumps` are the suits that are trumps, as letters.

    `reserve` says that the deal came from the sealed reserve; the number is the event's own.
    """

    board: Board
    trumps: str = ""
    reserve: bool = False
    reach: Reach | None = None


@dataclass(frozen=True, kw_only=True)
class HandRecords(Imprint):
    """All hands of a session, eighteen boards to a page."""

    records: tuple[BoardRecord, ...]


@dataclass(frozen=True, kw_only=True)
class SeatResult:
    """What came of a board for who held a seat; the figures are text as the page shows them.

    `name` is an index into the sheet's `names`. `percent` is left empty on travellers.
    """

    name: int
    tricks: str = ""
    score: str = ""
    points: str = ""
    percent: str = ""


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """A table's result of a board: its seats from A on, and what there is to say of it."""

    table: int
    seats: tuple[SeatResult, ...]
    remark: str = ""


@dataclass(frozen=True, kw_only=True)
class BoardResults:
    """All results of a board. `notes` stand beside its number, `means` are the seats' scores.

    `record` has the hands once they are revealed.
    """

    number: int
    rows: tuple[TableResult, ...]
    notes: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    record: BoardRecord | None = None


@dataclass(frozen=True, kw_only=True)
class Travellers(Imprint):
    """The results of every board that may be seen, board by board.

    `scores` names the game's own scores, `points` the figure that is ranked by, "" where the score
    is, and `legend` explains it. `names` are the players', each once: results name them by their
    places.
    """

    official: bool
    names: tuple[str, ...]
    boards: tuple[BoardResults, ...]
    scores: str
    points: str = ""
    legend: str = ""


@dataclass(frozen=True, kw_only=True)
class ScorecardLine:
    """One board of a player's: the seat, who held the others (letters and names), what came of it.

    Of `own`, `name` is the player's.
    """

    board: int
    seat: str
    opponents: tuple[tuple[str, int], ...]
    own: SeatResult
    remark: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayerCard:
    """A player's boards in the order of play; `facts` are names and values above them.

    `hidden` counts the boards that are not shown yet, since somebody has still to play them, and
    `remark` is what there is to say of the player, such as why there is no rank.
    """

    player: Player
    lines: tuple[ScorecardLine, ...]
    remark: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    hidden: int = 0


@dataclass(frozen=True, kw_only=True)
class Scorecards(Imprint):
    """A card for each player with all boards, three, two or one to a page: see `Travellers`."""

    official: bool
    names: tuple[str, ...]
    cards: tuple[PlayerCard, ...]
    scores: str
    points: str = ""


Sheet = (
    TableCards
    | GuideCards
    | BoardCards
    | HandSlips
    | ScoreSlips
    | StandingsSheet
    | CurtainCards
    | HandRecords
    | Travellers
    | Scorecards
)
