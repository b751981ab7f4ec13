"""The scale of French tarot: what a deal is worth, and which results can be entered by hand.

Source: the official rules of the Fédération française de tarot, for three, four and five players.

A result answers what `asks` lists, each with one number:
- `bid`: 0 if all passed, else 1 to 4 from the petite to the garde contre. `taker` is a seat, and -1
  if all passed; then all other answers are 0, and the partner is -1.
- `partner`, of five players: the seat of the one called, -1 if the taker plays alone.
- `bouts` and `points` of the taker's side. The points are written as clubs write them: the whole
  ones, and `half` as a 1 if there is a half point more. Four players win their cards in even
  numbers and have no halves, so that they are not asked, unless bouts are kept.
- `petit`: the side that wins the last trick with the petit in it.
- `poignee`: the poignées shown, whoever showed them, as they count for the side that wins the deal.
- `chelem`: `failed` is one that was announced and not made, `defence` one made by the defence.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.cards import EXCUSE, TAROT, TAROT_TRUMPS
from engine.errors import UnattainableResult
from engine.protocol import Ask


class Size(NamedTuple):
    """A table's numbers: cards in each hand and in the dog, trumps of the three poignées."""

    hand: int
    dog: int
    poignees: tuple[int, int, int]


SIZES: Mapping[int, Size] = {
    3: Size(24, 6, (13, 15, 18)),
    4: Size(18, 6, (10, 13, 15)),
    5: Size(15, 3, (8, 10, 13)),
}
PETIT = "T01"
BOUTS = frozenset((PETIT, "T21", EXCUSE))
# By the number of bouts.
TARGETS = (56, 51, 41, 36)
BIDS = ("petite", "garde", "garde_sans", "garde_contre")
GARDE, GARDE_CONTRE = 2, 4
MULTIPLIERS = (1, 2, 4, 6)
CONTRACT, PETIT_POINTS = 25, 10
POIGNEE_NAMES = ("single", "double", "triple")
POIGNEE_POINTS = (20, 30, 40)

NOBODY = -1
NO_PETIT, PETIT_TAKER, PETIT_DEFENCE = range(3)
NO_CHELEM, UNANNOUNCED, ANNOUNCED, FAILED, BY_DEFENCE = range(5)
_CHELEM_POINTS = (0, 200, 400, -200, -200)

_COURT = {"K": 9, "Q": 7, "N": 5, "J": 3}
# Half points of each card: 182 in all.
HALVES: Mapping[str, int] = {
    card: 9 if card in BOUTS else 1 if card in TAROT_TRUMPS else _COURT.get(card[0], 1)
    for card in TAROT
}
_ALL = 182
_BOUT = 9


class Result(NamedTuple):
    """A deal that was taken, in the numbers of `asks`; the card points in half points."""

    taker: int
    bid: int
    partner: int
    bouts: int
    halves: int
    petit: int
    poignee: int
    chelem: int


def poignees(players: int) -> tuple[tuple[int, ...], ...]:
    """What can be shown in a deal, as indices of `POIGNEE_NAMES`: nothing, one, or two."""
    sizes = SIZES[players].poignees
    two = combinations_with_replacement(range(len(sizes)), 2)
    # There are 22 trumps, the excuse among them.
    return ((), (0,), (1,), (2,), *(pair for pair in two if sum(sizes[each] for each in pair) < 23))


def asks(players: int, *, kept_bouts: bool = False) -> tuple[Ask, ...]:
    """What is entered by hand; `kept_bouts` where bouts stay with whoever played them."""

    def one(name: str, values: Sequence[int], words: tuple[str, ...] = ()) -> Ask:
        return Ask(name, tuple(values), each=False, words=words)

    def choice(name: str, *words: str) -> Ask:
        return one(name, range(len(words)), words)

    seats = tuple(range(NOBODY, players)), ("nobody", *"ABCDE"[:players])
    shown = ("_".join(POIGNEE_NAMES[each] for each in some) for some in poignees(players))
    return (
        choice("bid", "passed", *BIDS),
        one("taker", *seats),
        *((one("partner", *seats),) if players == 5 else ()),
        one("bouts", range(len(TARGETS))),
        one("points", range(_ALL // 2 + 1)),
        *((one("half", (0, 1)),) if players != 4 or kept_bouts else ()),
        choice("petit", "none", "taker", "defence"),
        choice("poignee", *(words or "none" for words in shown)),
        choice("chelem", "none", "unannounced", "announced", "failed", "defence"),
    )


def detail(result: Result | None, asked: Sequence[Ask]) -> dict[str, object]:
    """A result, or None where all passed, as the answers to these asks."""
    if result is None:
        return {ask.name: NOBODY if ask.name in ("taker", "partner") else 0 for ask in asked}
    whole, half = divmod(result.halves, 2)
    answers = {**result._asdict(), "points": whole, "half": half}
    return {ask.name: answers[ask.name] for ask in asked}


def scores(result: Result | None, players: int) -> tuple[int, ...]:
    """The score of each seat: they sum to zero."""
    if result is None:
        return (0,) * players
    over = result.halves - 2 * TARGETS[result.bouts]
    won = 1 if over >= 0 else -1
    # A half point goes to the side that wins.
    value = won * (CONTRACT + (abs(over) + 1) // 2)
    value += PETIT_POINTS * (0, 1, -1)[result.petit]
    value *= MULTIPLIERS[result.bid - 1]
    value += won * sum(POIGNEE_POINTS[each] for each in poignees(players)[result.poignee])
    value += _CHELEM_POINTS[result.chelem]
    shares = [-1] * players
    if result.partner != NOBODY:
        shares[result.partner] = 1
    shares[result.taker] = 0
    shares[result.taker] = -sum(shares)
    return tuple(share * value for share in shares)


def entered(
    answers: Mapping[str, object], players: int, *, kept_bouts: bool = False
) -> Result | None:
    """The result that was entered, None if all passed; UnattainableResult if no deal gives it.

    Checked are the bounds that follow from who has bouts, tricks and the dog, and not whether each
    number of points between them can be made up of cards.
    """
    asked = asks(players, kept_bouts=kept_bouts)
    if set(answers) != {ask.name for ask in asked}:
        names = ", ".join(ask.name for ask in asked)
        raise UnattainableResult("result-detail", f"a result has these answers: {names}")
    given: dict[str, int] = {}
    for ask in asked:
        answer = answers[ask.name]
        if type(answer) is not int or answer not in ask.values:
            raise UnattainableResult(
                "result-value", f"{answer!r} is no answer to {ask.name}", ask=ask.name
            )
        given[ask.name] = answer
    if given["bid"] == 0 or given["taker"] == NOBODY:
        if given != detail(None, asked):
            raise UnattainableResult(
                "passed-out",
                "a deal has a taker and a bid, or all passed and there is nothing else",
            )
        return None
    result = Result(
        taker=given["taker"],
        bid=given["bid"],
        partner=given.get("partner", NOBODY),
        bouts=given["bouts"],
        halves=2 * given["points"] + given.get("half", 0),
        petit=given["petit"],
        poignee=given["poignee"],
        chelem=given["chelem"],
    )
    _check(result, players, kept_bouts=kept_bouts)
    return result


def _check(result: Result, players: int, *, kept_bouts: bool) -> None:
    if result.partner == result.taker:
        raise UnattainableResult("partner-taker", "the taker is not the partner: nobody is")
    chelem, petit = result.chelem, result.petit
    if (chelem in (UNANNOUNCED, ANNOUNCED) and petit == PETIT_DEFENCE) or (
        chelem == BY_DEFENCE and petit == PETIT_TAKER
    ):
        raise UnattainableResult(
            "petit-chelem", "the side that wins all tricks wins the last one too"
        )
    if not kept_bouts and result.bouts == (0 if petit == PETIT_TAKER else 3) and petit:
        raise UnattainableResult(
            "petit-bouts", "whoever wins the petit in the last trick has it among its bouts"
        )
    ranges = list(_ranges(result, players, kept_bouts=kept_bouts))
    if not ranges:
        raise UnattainableResult(
            "chelem-bouts",
            f"with this chelem the taker's side does not have {result.bouts} bouts",
            bouts=result.bouts,
        )
    least, most = min(low for low, _ in ranges), max(high for _, high in ranges)
    if not least <= result.halves <= most:
        raise UnattainableResult(
            "points-range",
            f"with {result.bouts} bouts, the taker's side has {_shown(least)} to {_shown(most)}"
            " points here",
            bouts=result.bouts,
            least=_shown(least),
            most=_shown(most),
        )


def _shown(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def _ranges(result: Result, players: int, *, kept_bouts: bool) -> Iterator[tuple[int, int]]:
    """The half points the taker's side can have, for each way to have tricks or none."""
    dog = SIZES[players].dog
    taker, defence = (0, dog) if result.bid == GARDE_CONTRE else (dog, 0)
    # Whether each side won a trick. A failed chelem may be a chelem of the defence besides.
    ways = {
        NO_CHELEM: ((True, True),),
        UNANNOUNCED: ((True, False),),
        ANNOUNCED: ((True, False),),
        FAILED: ((True, True), (False, True)),
        BY_DEFENCE: ((False, True),),
    }
    for mine, theirs in ways[result.chelem]:
        one = _side(
            result.bouts,
            trick=players if mine else 0,
            aside=taker,
            discarded=result.bid <= GARDE,
            kept_bouts=kept_bouts,
        )
        other = _side(
            3 - result.bouts,
            trick=players if theirs else 0,
            aside=defence,
            discarded=False,
            kept_bouts=kept_bouts,
        )
        if one and other:
            low, high = max(one[0], _ALL - other[1]), min(one[1], _ALL - other[0])
            if low <= high:
                yield low, high


def _side(
    bouts: int, *, trick: int, aside: int, discarded: bool, kept_bouts: bool
) -> tuple[int, int] | None:
    """The half points of a side with so many bouts and the cards of one trick, or of none, or more.

    `aside` is the number of cards of the dog that are its own; `discarded` if it chose them, and so
    without kings and bouts. None if it cannot have these bouts.
    """
    hidden = 0 if discarded else min(aside, bouts)
    if trick:
        # Of the least number of cards, those that are none of its bouts; kept bouts of the others
        # may lie in the trick as well.
        room = trick + (0 if discarded else aside)
        others = max(0, room - (len(BOUTS) if kept_bouts else bouts))
        return _BOUT * bouts + others + (aside if discarded else 0), _ALL
    # Without a trick, bouts lie in the dog; kept ones were played, but never the 21: it wins.
    if bouts > hidden + (2 if kept_bouts else 0):
        return None
    least = _BOUT * bouts + aside - hidden
    visible = 0 if kept_bouts else hidden
    best = [half for half in (9, 7, 5, 3) for _ in range(4) if not (discarded and half == 9)]
    return least, _BOUT * bouts + sum(best[: aside - visible])
