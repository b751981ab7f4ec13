"""What of the law a session made use of, so that a generator cannot quietly stop making it."""

from collections.abc import Iterator

from tests.rules.naive.fields import Result, made_score
from tests.rules.naive.ranking import Line, Ranking
from tests.rules.naive.sessions import Session
from tournament.rules.inputs import (
    Entrant,
    Method,
    Play,
    Rounding,
    SitOut,
    TieBreak,
    Unit,
    Unranked,
)
from tournament.rules.scores import Average, Made, Weighted

ALL = {
    "result missing",
    "board not played at one seat",
    "board that one table plays",
    "split score",
    "weighted score alone in its field",
    "weighted scores compared",
    "average of 40 %",
    "average of 50 %",
    "average of 60 %",
    "fixed average",
    "A+ at the player's own per cent",
    "A− at the player's own per cent",
    "average of a guest at the player's own per cent",
    "average in an empty field, taken from the player's others",
    "average in an empty field, for want of others",
    "small sub-field of 1",
    "small sub-field of 2",
    "small sub-field of 3",
    "small field of a board that is not fouled",
    "sub-field of 3 that is more than a third",
    "sub-field of 4",
    *(f"{method} {rounding}" for method in Method for rounding in Rounding),
    *(f"sat out {rule}" for rule in SitOut),
    "sat out and not played",
    *(f"handicap in {unit} × {weight}" for unit in ("percent", "lives") for weight in "01"),
    "handicap in percent × 1/2",
    "handicap in lives × 1/2",
    *(f"carry in {unit}, {tops}" for unit in Unit for tops in ("tops", "no tops before")),
    *(f"carry in {unit}, no tops now" for unit in Unit),
    *(f"{kind} in {unit}" for kind in ("award", "penalty") for unit in Unit),
    "points given without tops",
    *(f"unranked {reason}" for reason in Unranked),
    "withdrew late",
    "enough boards",
    "own name beside substitutes",
    "name of a substitute",
    "own name at half",
    "name of the substitute who sat there first",
    "place in a stratum",
    "place in a free group",
    "shared place in a category",
    *(f"{rule} in {method}" for rule in TieBreak for method in Method),
    *(f"{rule} by lives for want of tops" for rule in TieBreak),
    "several last boards",
    "no last boards in common",
    "rank shared for want of tie-breaks",
    "rank shared after tie-breaks",
    "per cent below 0 or above 100",
}


def features(played: Session, ranking: Ranking) -> Iterator[str]:
    """Yield names of what occurs in the session, some of them of `ALL`, over and over."""
    settings = played.settings
    yield f"{settings.method} {settings.rounding}"
    for play in played.plays:
        yield from _of_play(played.plays, play)
    for result in ranking.results.values():
        yield from _of_result(played, ranking, result)
    for line in ranking.lines:
        yield from _of_totals(played, line, played.entrants[line.entry])
        yield from _of_rank(played, ranking, line, played.entrants[line.entry])


def _of_play(plays: list[Play], play: Play) -> Iterator[str]:
    board = [other for other in plays if other.board == play.board]
    if play.scores is None:
        yield "result missing"
        return
    if len(board) == 1:
        yield "board that one table plays"
    if None in play.scores and set(play.scores) != {None}:
        yield "board not played at one seat"
    if len({type(score) for score in play.scores}) > 1:
        yield "split score"
    for seat, score in enumerate(play.scores):
        if isinstance(score, Average):
            yield f"average of {score.percent} %"
            if score.fixed:
                yield "fixed average"
        elif score is not None:
            same_cards = [other for other in board if other.version == play.version]
            field = [made_score(other, seat) for other in same_cards]
            yield from _of_field(
                score, [each for each in field if each is not None], board, len(same_cards)
            )


def _of_field(
    score: Made, field: list[Made], board: list[Play], with_same_cards: int
) -> Iterator[str]:
    if isinstance(score, Weighted):
        if len(field) == 1:
            yield "weighted score alone in its field"
        if sum(isinstance(other, Weighted) for other in field) > 1:
            yield "weighted scores compared"
    is_small = 3 * len(field) <= len(board)
    if with_same_cards == len(board):
        if is_small:
            yield "small field of a board that is not fouled"
    elif len(field) > 3:
        yield "sub-field of 4"
    elif is_small:
        yield f"small sub-field of {len(field)}"
    else:
        yield f"sub-field of {len(field)} that is more than a third"


def _of_result(played: Session, ranking: Ranking, result: Result) -> Iterator[str]:
    if result.score is not None:
        return
    percent = result.percent
    if percent is not None and (percent > 60 or percent < 40):
        yield f"A{'+' if percent > 60 else '−'} at the player's own per cent"
        if result.player not in played.entrants:
            yield "average of a guest at the player's own per cent"
    in_field = [
        other
        for other in ranking.results.values()
        if other.board == result.board and other.seat == result.seat and other.score is not None
    ]
    if not in_field and result.mean:
        yield "average in an empty field, taken from the player's others"
    if not in_field and not result.mean:
        yield "average in an empty field, for want of others"


def _of_totals(played: Session, line: Line, entrant: Entrant) -> Iterator[str]:
    if not line.results:
        if entrant.sat_out:
            yield "sat out and not played"
        return
    has_tops = any(result.top for result in line.results)
    if entrant.sat_out:
        yield f"sat out {played.settings.sit_out}"
    if entrant.handicap is not None:
        yield f"handicap in {entrant.handicap.unit} × {played.settings.handicap_weight}"
    if entrant.carry is not None:
        tops = "tops" if entrant.carry.top_sum else "no tops before"
        yield f"carry in {entrant.carry.unit}, {tops if has_tops else 'no tops now'}"
    for amount in entrant.awards:
        yield f"{'award' if amount.value > 0 else 'penalty'} in {amount.unit}"
        if amount.unit is Unit.POINTS and not has_tops and line.total.tops:
            yield "points given without tops"
    percent = line.total.percent
    if percent is not None and not 0 <= percent <= 100:
        yield "per cent below 0 or above 100"


def _of_rank(played: Session, ranking: Ranking, line: Line, entrant: Entrant) -> Iterator[str]:
    if line.unranked is not None:
        yield f"unranked {line.unranked}"
        return
    if entrant.due is not None:
        yield "withdrew late"
    if played.settings.minimum_boards:
        yield "enough boards"
    sat = [entrant.substitutes.get(result.play, line.entry) for result in line.results]
    if line.person is not None:
        yield "name of a substitute"
        if 2 * sat.count(line.person) == len(sat) and line.entry not in sat and len(set(sat)) == 2:
            yield "name of the substitute who sat there first"
    elif set(sat) != {line.entry}:
        yield "own name beside substitutes"
        if 2 * sat.count(line.entry) == len(sat) and len(set(sat)) == 2:
            yield "own name at half"
    for category in line.places:
        yield "place in a stratum" if len(category) == 1 else "place in a free group"
        places = [other.places.get(category) for other in ranking.lines]
        if places.count(line.places[category]) > 1:
            yield "shared place in a category"
    yield from _of_tie_breaks(played, ranking, line)


def _of_tie_breaks(played: Session, ranking: Ranking, line: Line) -> Iterator[str]:
    method = played.settings.method
    for rule, values in line.tie_breaks:
        if method is Method.MATCHPOINTS and line.total.percent is None:
            yield f"{rule} by lives for want of tops"
        else:
            yield f"{rule} in {method}"
        if rule is TieBreak.LAST_BOARDS and len(values) > 1:
            yield "several last boards"
        if rule is TieBreak.LAST_BOARDS and not values:
            yield "no last boards in common"
    if [other.rank for other in ranking.lines].count(line.rank) > 1:
        kind = "after" if played.settings.tie_breaks else "for want of"
        yield f"rank shared {kind} tie-breaks"
