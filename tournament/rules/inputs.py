"""What the computation of standings is given: plays, and the event's choices."""

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class Play:
    """One board at one table.

    `board` numbers follow the playing order. `players` are entries by seat, `scores` integers by
    seat (half-lives in Com'on!, higher is better). `scores` is None while nothing counts: the
    result is not in yet, or the board was not played.
    """

    id: int
    board: int
    players: tuple[int, ...]
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Settings:
    """The event's declared rules. Raises ValueError for tie-breaks that cannot be applied.

    Without `TieBreak.LOT` in `tie_breaks`, players who are level after all of them share a rank.
    """

    method: Method
    rounding: Rounding = Rounding.EXACT
    sit_out: SitOut = SitOut.NONE
    tie_breaks: tuple[TieBreak, ...] = ()
    seed: str = ""

    def __post_init__(self) -> None:
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise ValueError("A tie-break is listed twice.")
        if TieBreak.LOT in self.tie_breaks[:-1]:
            raise ValueError("The lot must be the last tie-break: nothing can follow it.")
