"""What the computation of standings is given: plays, what holds for each entry, and the event's
choices."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from tournament.rules.scores import Score


class Method(StrEnum):
    """What ranks: comparison with the field, the game's own score, or score minus field mean."""

    MATCHPOINTS = "matchpoints"
    LIVES = "lives"
    DATUM = "datum"


class Rounding(StrEnum):
    """Matchpoints of a board: exact fractions, or to one decimal with 0.05 toward average."""

    EXACT = "exact"
    WBF = "wbf"


class SitOut(StrEnum):
    """What a board sat out is worth: nothing, 50 %, 60 %, or the player's own percentage."""

    NONE = "none"
    FIFTY = "50"
    SIXTY = "60"
    OWN = "own"


class TieBreak(StrEnum):
    """How level players are separated; the lot, if the event wants it, comes last."""

    HEAD_TO_HEAD = "head_to_head"
    TOPS = "tops"
    LIVES = "lives"
    LAST_BOARDS = "last_boards"
    LOT = "lot"


class Unit(StrEnum):
    """In what something is given: per cent of a board's top, matchpoints, or the game's score."""

    PERCENT = "percent"
    POINTS = "points"
    LIVES = "lives"


class Unranked(StrEnum):
    """Why an entry has no rank."""

    STAND_IN = "stand_in"
    NO_RESULT = "no_result"
    FEW_BOARDS = "few_boards"
    WITHDREW = "withdrew"
    NO_NAME = "no_name"


@dataclass(frozen=True, slots=True)
class Play:
    """One board at one table.

    `board` numbers follow the playing order. `players` are entries by seat, `scores` what each
    seat gets: an integer (half-lives in Com'on!, higher is better), or what the director gave
    instead. A seat's None does not count; `scores` is None while nothing counts: the result is
    not in yet, or the board was not played. Plays of one board with different `version`s held
    different cards. Teams that met on a board are in plays of one `meeting`; without one it is the
    play's own players who met.
    """

    id: int
    board: int
    players: tuple[int, ...]
    scores: tuple[Score, ...] | None
    version: int = 0
    meeting: int | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of a unit: a penalty is below 0. In per cent and in points it is of one board."""

    unit: Unit
    value: Fraction


@dataclass(frozen=True, slots=True)
class Carry:
    """What an entry brings from an earlier session, and with what weight.

    `points` of `top_sum` matchpoints; `lives` and `datum` in score units over so many `boards`.
    In per cent the earlier session's result is one of two, in points its boards count among all
    others; in lives what was won above the field's mean is a head start.
    """

    unit: Unit
    weight: Fraction
    points: Fraction
    top_sum: Fraction
    lives: Fraction
    datum: Fraction
    boards: Fraction | int


@dataclass(frozen=True, slots=True)
class Entrant:
    """What holds for an entry beside its plays.

    `sat_out` counts boards sat out. `awards` are added, penalties among them. `handicap` is added
    for each board that counts; only per cent and lives. `due` is given for an entry that
    withdrew: how many boards it would have had in all. `substitutes` says by play who sat there
    instead. `categories` are those it is ranked in beside the main ranking. `stand_in`: it only
    fills a table.
    """

    sat_out: int = 0
    awards: tuple[Amount, ...] = ()
    handicap: Amount | None = None
    carry: Carry | None = None
    due: int | None = None
    substitutes: Mapping[int, int] = field(default_factory=dict)
    categories: tuple[str, ...] = ()
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The event's declared rules. Raises ValueError for tie-breaks that cannot be applied.

    Without `TieBreak.LOT` in `tie_breaks`, players who are level after all of them share a rank.
    `minimum_boards` are played, not sat out. `handicap_weight` is 0, 1/2 or 1.
    """

    method: Method
    rounding: Rounding = Rounding.EXACT
    sit_out: SitOut = SitOut.NONE
    tie_breaks: tuple[TieBreak, ...] = ()
    seed: str = ""
    minimum_boards: int = 0
    handicap_weight: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise ValueError("A tie-break is listed twice.")
        if TieBreak.LOT in self.tie_breaks[:-1]:
            raise ValueError("The lot must be the last tie-break: nothing can follow it.")


def strata(own: str | None, order: tuple[str, ...]) -> tuple[str, ...]:
    """The strata an entry is ranked in, of `order` from the highest down: its own and every
    higher one; nothing without one of its own."""
    return order[: order.index(own) + 1] if own in order else ()
