"""What each seat has on each board, found by comparing every score with every other one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.rules.inputs import Play, Rounding
from tournament.rules.scores import Average, Made, Weighted

Number = int | Fraction


@dataclass(frozen=True)
class Result:
    """What a player has at one seat of one play, where the board counts for that seat.

    `score` is the score in score units, None for an average; `lives` what the method lives takes,
    also for an average. `mean` is the mean of the field, or what is taken for it.
    """

    play: int
    board: int
    seat: int
    player: int
    score: Fraction | None
    top: int
    matchpoints: Fraction
    lives: Fraction
    mean: Fraction
    is_top: bool

    @property
    def datum(self) -> Fraction:
        """How far above the mean of the field."""
        return self.lives - self.mean

    @property
    def percent(self) -> Fraction | None:
        """Per cent of the top; None where that is 0."""
        return self.matchpoints / self.top * 100 if self.top else None


def all_results(plays: Sequence[Play], rounding: Rounding) -> list[Result]:
    """Return what every seat for which a board counts has, in playing order."""
    boards = {play.id: [other for other in plays if other.board == play.board] for play in plays}
    points = {
        (play.id, seat): _matchpoints(boards[play.id], play, seat, rounding)
        for play in plays
        for seat in range(len(play.players))
        if made_score(play, seat) is not None
    }
    made = [
        _made_result(boards[play.id], play, seat, points)
        for play in plays
        for seat in range(len(play.players))
        if (play.id, seat) in points
    ]
    averages = []
    for play in plays:
        for seat, player in enumerate(play.players):
            average = _average(play, seat)
            if average is not None:
                own = [result for result in made if result.player == player]
                averages.append(_average_result(boards[play.id], play, seat, average, own))
    return sorted(made + averages, key=lambda result: (result.board, result.play, result.seat))


def made_score(play: Play, seat: int) -> Made | None:
    """Return the score of a seat that stands in a field; None where there is none."""
    score = play.scores[seat] if play.scores is not None else None
    return None if isinstance(score, Average) else score


def _average(play: Play, seat: int) -> Average | None:
    score = play.scores[seat] if play.scores is not None else None
    return score if isinstance(score, Average) else None


def _parts(score: Made) -> list[tuple[int, Number]]:
    """Return the scores that a score consists of, each with its share."""
    if isinstance(score, Weighted):
        return [(part.score, part.weight) for part in score.parts]
    return [(score, 1)]


def _worth(score: Made) -> Fraction:
    """Return the score in score units."""
    return Fraction(sum(share * part for part, share in _parts(score)))


def against(score: Made, other: Made) -> Number:
    """Return what a score earns from another: 2 for beating it, 1 for equalling it."""
    earned: Number = 0
    for mine, my_share in _parts(score):
        for theirs, their_share in _parts(other):
            if mine > theirs:
                earned += 2 * my_share * their_share
            if mine == theirs:
                earned += my_share * their_share
    return earned


def _field(board: Sequence[Play], play: Play, seat: int) -> list[tuple[int, Made]]:
    """Return the scores that are compared, by play: those made there with the same cards."""
    scores = [(each.id, made_score(each, seat)) for each in board if each.version == play.version]
    return [(each, score) for each, score in scores if score is not None]


def _mean(field: Sequence[tuple[int, Made]]) -> Fraction | None:
    return sum((_worth(score) for _, score in field), Fraction(0)) / len(field) if field else None


def _top(board: Sequence[Play]) -> int:
    return 2 * (len(board) - 1)


def _rounded(matchpoints: Fraction, top: int, rounding: Rounding) -> Fraction:
    """Return matchpoints as the event counts them."""
    if rounding is Rounding.EXACT:
        return matchpoints
    tenths = matchpoints * 10
    below = tenths.numerator // tenths.denominator
    above = below + 1
    if tenths - below < above - tenths:
        return Fraction(below, 10)
    if tenths - below > above - tenths:
        return Fraction(above, 10)
    return Fraction(below if 2 * matchpoints > top else above, 10)


def _matchpoints(board: Sequence[Play], play: Play, seat: int, rounding: Rounding) -> Fraction:
    """Return the matchpoints of a seat that has a score."""
    field = _field(board, play, seat)
    my_score = dict(field)[play.id]
    earned = sum(against(my_score, score) for other, score in field if other != play.id)
    expected, actual = len(board), len(field)
    is_fouled = any(other.version != play.version for other in board)
    if is_fouled and actual <= 3 and 3 * actual <= expected:
        percent = 60 + 5 * (earned - (actual - 1))
        matchpoints = Fraction(percent * _top(board)) / 100
    else:
        matchpoints = Fraction(earned * expected + expected - actual) / actual
    return _rounded(matchpoints, _top(board), rounding)


def _made_result(
    board: Sequence[Play], play: Play, seat: int, points: Mapping[tuple[int, int], Fraction]
) -> Result:
    """Return what a seat with a score has; `points` are matchpoints by play and seat."""
    field = _field(board, play, seat)
    score, mean = made_score(play, seat), _mean(field)
    assert score is not None
    assert mean is not None
    mine = points[play.id, seat]
    of_field = [points[other, seat] for other, _ in field]
    return Result(
        play=play.id,
        board=play.board,
        seat=seat,
        player=play.players[seat],
        score=_worth(score),
        top=_top(board),
        matchpoints=mine,
        lives=_worth(score),
        mean=mean,
        is_top=mine == max(of_field) and mine > min(of_field),
    )


def _average_result(
    board: Sequence[Play], play: Play, seat: int, average: Average, own: Sequence[Result]
) -> Result:
    """Return what a seat with an average has; `own` is what its player made on other boards."""
    mean = _mean(_field(board, play, seat))
    if mean is None:
        mean = sum((result.mean for result in own), Fraction(0)) / (len(own) or 1)
    above = {60: Fraction(1, 2), 50: Fraction(0), 40: Fraction(-1, 2)}[average.percent]
    return Result(
        play=play.id,
        board=play.board,
        seat=seat,
        player=play.players[seat],
        score=None,
        top=_top(board),
        matchpoints=_average_percent(average, own) * _top(board) / 100,
        lives=mean + above,
        mean=mean,
        is_top=False,
    )


def _average_percent(average: Average, own: Sequence[Result]) -> Fraction:
    """Return the per cent of the top that an average is, beside what its player made."""
    stated = Fraction(average.percent)
    tops = sum(result.top for result in own)
    if average.fixed or average.percent == 50 or tops == 0:
        return stated
    own_percent = sum(result.matchpoints for result in own) / Fraction(tops) * 100
    return max(stated, own_percent) if average.percent == 60 else min(stated, own_percent)
