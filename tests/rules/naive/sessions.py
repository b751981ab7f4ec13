"""Small random sessions that together use all that the law of scoring knows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tournament.rules.inputs import (
    Amount,
    Carry,
    Entrant,
    Method,
    Play,
    Rounding,
    Settings,
    SitOut,
    TieBreak,
    Unit,
)
from tournament.rules.scores import Average, Score, weighted

SEATS = 3
SCORES = (-2, -1, 0, 1, 2)
STRATA = ("A", "B", "C")


@dataclass(frozen=True)
class Session:
    """What the computation is given."""

    plays: list[Play]
    settings: Settings
    entrants: dict[int, Entrant]


def session(random: Random) -> Session:
    """Return a session of 2 to 6 tables and 1 to 6 boards, or now and then of 9 tables or 10."""
    # Small ones more often than large ones: they take less time and are level more often.
    tables, boards = (min(random.randint(low, 6), random.randint(low, 6)) for low in (2, 1))
    if random.random() < 0.1:
        tables, boards = random.randint(9, 10), 1
    players = random.sample(range(1, 100), SEATS * tables + random.randint(0, 2))
    plays = list(_plays(random, players, tables, boards))
    guests = random.choice((0, 0, 1, 4))
    plain = random.choice((0.2, 0.5, 1))
    entrants = {
        player: replace(
            Entrant() if random.random() < plain else _entrant(random, player, plays),
            categories=_categories(random),
            stand_in=player % 33 == 0,
        )
        for player in players[: len(players) - guests]
    }
    return Session(plays, _settings(random, boards), entrants)


def _plays(random: Random, players: list[int], tables: int, boards: int) -> Iterator[Play]:
    ids = iter(random.sample(range(1, 1000), tables * boards))
    scores = _Scores(random)
    fouled = random.choice((0, 0, 0.7))
    skipped = random.choice((0, 0, 0.3, 1))
    for board in sorted(random.sample(range(1, 40), boards)):
        seated = random.sample(players, SEATS * tables)
        others = min(tables, random.choice((1, 2, 3, 3, 4))) if random.random() < fouled else 0
        changed = random.choice(((1,), (1, 1, 2)))
        playing = 1 if random.random() < skipped else tables
        for table in range(playing):
            yield Play(
                id=next(ids),
                board=board,
                players=tuple(seated[SEATS * table : SEATS * (table + 1)]),
                scores=scores.of_play(),
                version=random.choice(changed) if table < others else 0,
            )


class _Scores:
    """Scores of one session: each kind often, now and then, or never."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.missing, self.averages, self.weighted, self.uncounted = (
            random.choice((0, 0, 0.1, 0.4)) for _ in range(4)
        )
        self.range = random.choice((SCORES, SCORES[1:4], SCORES[2:4]))

    def of_play(self) -> tuple[Score, ...] | None:
        if self.random.random() < self.missing:
            return None
        return tuple(self._of_seat() for _ in range(SEATS))

    def _of_seat(self) -> Score:
        random = self.random
        if random.random() < self.uncounted:
            return None
        if random.random() < self.averages:
            return Average(random.choice((60, 50, 40)), fixed=random.random() < 0.3)
        if random.random() < self.weighted:
            shares = random.choice(((1, 1), (3, 2), (1, 2), (1, 1, 1), (1, 2, 7)))
            parts = zip(random.sample(SCORES, len(shares)), shares, strict=True)
            return weighted({part: Fraction(share, sum(shares)) for part, share in parts})
        return random.choice(self.range)


def _entrant(random: Random, player: int, plays: list[Play]) -> Entrant:
    own = [play.id for play in plays if player in play.players]
    entrant = Entrant(sat_out=random.choice((0, 0, 1, 2)))
    if random.random() < 0.3:
        awards = tuple(
            Amount(random.choice(list(Unit)), _amount(random)) for _ in range(random.randint(1, 3))
        )
        entrant = replace(entrant, awards=awards)
    if random.random() < 0.3:
        unit = random.choice((Unit.PERCENT, Unit.LIVES))
        entrant = replace(entrant, handicap=Amount(unit, _amount(random)))
    if random.random() < 0.3:
        entrant = replace(entrant, carry=_carry(random))
    if random.random() < 0.15:
        entrant = replace(entrant, due=random.randint(1, 2 * len(own) + 2))
    if random.random() < 0.3:
        sitting = random.sample(range(101, 104), random.randint(1, 3))
        substitutes = {play: random.choice(sitting) for play in own if random.random() < 0.7}
        entrant = replace(entrant, substitutes=substitutes)
    return entrant


def _categories(random: Random) -> tuple[str, ...]:
    if random.random() < 0.6:
        return ()
    free = tuple(group for group in ("juniors", "beginners") if random.random() < 0.5)
    return STRATA[: random.randint(0, 3)] + free


def _amount(random: Random) -> Fraction:
    return Fraction(random.choice((-10, -5, -3, -1, 1, 2, 4, 7)), random.choice((1, 2, 3)))


def _carry(random: Random) -> Carry:
    boards = random.choice((0, 1, 2, 5, 10))
    tops = 2 * boards * random.choice((0, 1, 3, 4))
    return Carry(
        unit=random.choice(list(Unit)),
        weight=random.choice((Fraction(1), Fraction(1, 2), Fraction(3, 4))),
        points=Fraction(random.randint(0, 3 * tops), 3),
        top_sum=Fraction(tops),
        lives=Fraction(random.randint(-2 * boards, boards)),
        datum=Fraction(random.randint(-4 * boards, 4 * boards), 3),
        boards=boards,
    )


def _settings(random: Random, boards: int) -> Settings:
    tie_breaks = random.sample(list(TieBreak), random.randint(0, len(TieBreak)))
    if TieBreak.LOT in tie_breaks:
        tie_breaks.remove(TieBreak.LOT)
        tie_breaks.append(TieBreak.LOT)
    return Settings(
        method=random.choice(list(Method)),
        rounding=random.choice(list(Rounding)),
        sit_out=random.choice(list(SitOut)),
        tie_breaks=tuple(tie_breaks),
        seed=random.choice(("", "evening", "soirée")),
        minimum_boards=random.choice((0, 0, 0, (boards + 1) // 2, boards)),
        handicap_weight=random.choice((Fraction(0), Fraction(1, 2), Fraction(1))),
    )
