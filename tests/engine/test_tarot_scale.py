"""The scale of tarot: real examples worked out by hand, and what may be entered."""

from itertools import product

import pytest

from engine.errors import UnattainableResult
from engine.games import tarot_scale
from engine.protocol import Ask
from tests.engine.tarot_builders import LORRAIN, TAROT_GAME

PETITE, GARDE, SANS, CONTRE = range(1, 5)
NOBODY = -1


def result(seats: int, bid: int, bouts: int, points: float, **others: int) -> dict[str, object]:
    """The detail of a deal taken by seat 0 (unless told otherwise), points as clubs write them."""
    found: dict[str, object] = {"bid": bid, "taker": 0, "bouts": bouts, "points": int(points)}
    if seats != 4:
        found["half"] = int(points != int(points))
    if seats == 5:
        found["partner"] = NOBODY
    return {**found, "petit": 0, "poignee": 0, "chelem": 0, **others}


def score(seats: int, bid: int, bouts: int, points: float, **others: int) -> tuple[int, ...]:
    return TAROT_GAME.score(result(seats, bid, bouts, points, **others), {"players": seats})


def asked(name: str, seats: int) -> Ask:
    return next(ask for ask in TAROT_GAME.asks({"players": seats}) if ask.name == name)


def choice(name: str, word: str, *, seats: int = 4) -> int:
    return asked(name, seats).words.index(word)


def test_ninety_one_points() -> None:
    assert sum(tarot_scale.HALVES.values()) == 182
    assert [tarot_scale.HALVES[card] for card in ("KS", "QS", "NS", "JS", "TS", "AS")] == [
        9,
        7,
        5,
        3,
        1,
        1,
    ]
    assert [tarot_scale.HALVES[card] for card in ("T21", "T20", "T02", "T01", "EXC")] == [
        9,
        1,
        1,
        9,
        9,
    ]


# Four players.


@pytest.mark.parametrize(
    ("bid", "bouts", "points", "price"),
    [
        (GARDE, 2, 45, 58),  # (25 + 4) × 2
        (PETITE, 0, 56, 25),  # just made, with each number of bouts
        (PETITE, 1, 51, 25),
        (PETITE, 2, 41, 25),
        (PETITE, 3, 36, 25),
        (PETITE, 0, 55, -26),  # and just not
        (PETITE, 1, 50, -26),
        (PETITE, 2, 40, -26),
        (PETITE, 3, 35, -26),
        (GARDE, 1, 46, -60),  # (25 + 5) × 2
        (SANS, 2, 52, 144),  # (25 + 11) × 4
        (CONTRE, 3, 60, 294),  # (25 + 24) × 6
        (CONTRE, 0, 30, -306),  # (25 + 26) × 6
    ],
)
def test_a_contract_is_worth_25_and_the_margin_times_the_bid(
    bid: int, bouts: int, points: int, price: int
) -> None:
    assert score(4, bid, bouts, points) == (3 * price, -price, -price, -price)


def test_the_taker_may_sit_anywhere() -> None:
    assert score(4, GARDE, 2, 45, taker=2) == (-58, -58, 174, -58)


def test_the_federations_example_of_a_petit_at_the_end_and_a_poignee() -> None:
    # 49 points with two bouts: (25 + 8 + 10) × 2 + 20.
    petit, single = choice("petit", "taker"), choice("poignee", "single")
    assert score(4, GARDE, 2, 49, petit=petit, poignee=single) == (318, -106, -106, -106)


@pytest.mark.parametrize(
    ("points", "side", "price"),
    [
        (40, "taker", 39),  # made with 3 bouts: 25 + 4 + 10
        (40, "defence", 19),  # 25 + 4 - 10
        (31, "taker", -20),  # lost by 5: -30 + 10
        (31, "defence", -40),
    ],
)
def test_the_petit_at_the_end_counts_for_its_side_whoever_wins_the_deal(
    points: int, side: str, price: int
) -> None:
    bouts = 3 if side == "taker" else 2
    points += 0 if side == "taker" else 5  # two bouts need five more
    assert score(4, PETITE, bouts, points, petit=choice("petit", side))[1] == -price
    multiplied = score(4, SANS, bouts, points, petit=choice("petit", side))[1]
    assert multiplied == -price * 4


@pytest.mark.parametrize(
    ("words", "points"), [("single", 20), ("double", 30), ("triple", 40), ("single_single", 40)]
)
def test_a_poignee_counts_for_the_side_that_wins_and_is_not_multiplied(
    words: str, points: int
) -> None:
    shown = choice("poignee", words)
    assert score(4, GARDE, 2, 45, poignee=shown)[1] == -(58 + points)
    assert score(4, GARDE, 2, 37, poignee=shown)[1] == 58 + points


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (3, ("none", "single", "double", "triple")),  # 13 + 13 trumps are more than 22
        (4, ("none", "single", "double", "triple", "single_single")),
        (
            5,
            (
                *("none", "single", "double", "triple", "single_single"),
                *("single_double", "single_triple", "double_double"),
            ),
        ),
    ],
)
def test_poignees_that_can_be_shown_in_one_deal(seats: int, words: tuple[str, ...]) -> None:
    assert asked("poignee", seats).words == words


@pytest.mark.parametrize(
    ("word", "points", "price"),
    [
        ("unannounced", 91, 360),  # (25 + 55) × 2 + 200
        ("announced", 91, 560),
        ("failed", 80, -62),  # (25 + 44) × 2 - 200
        ("none", 80, 138),
    ],
)
def test_a_chelem(word: str, points: int, price: int) -> None:
    assert score(4, GARDE, 3, points, chelem=choice("chelem", word))[1] == -price


def test_a_chelem_of_the_defence() -> None:
    # Six low cards in the discard: -(25 + 53) × 2 - 200.
    assert score(4, GARDE, 0, 3, chelem=choice("chelem", "defence"))[1] == 356


# Three and five players: half points, and a partner.


@pytest.mark.parametrize(
    ("points", "price"), [(41, 25), (41.5, 26), (42, 26), (40.5, -26), (40, -26), (39.5, -27)]
)
def test_a_half_point_goes_to_the_side_that_wins(points: float, price: int) -> None:
    assert score(3, PETITE, 2, points) == (2 * price, -price, -price)
    assert score(5, PETITE, 2, points) == (4 * price, *(-price,) * 4)


def test_three_players() -> None:
    # (25 + 15 + 10) × 2 + 30 for a double poignée.
    shown = choice("poignee", "double", seats=3)
    assert score(3, GARDE, 3, 51, petit=1, poignee=shown, taker=1) == (-130, 260, -130)


def test_of_five_players_the_partner_pays_and_wins_one_share_of_three() -> None:
    # (25 + 5) × 4
    assert score(5, SANS, 1, 56, partner=3) == (240, -120, -120, 120, -120)
    assert score(5, SANS, 1, 46, partner=3) == (-240, 120, 120, -120, 120)
    assert score(5, SANS, 1, 56) == (480, -120, -120, -120, -120)


# All passed.


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nobody_scores_where_all_passed(seats: int) -> None:
    names = [ask.name for ask in TAROT_GAME.asks({"players": seats})]
    passed = {name: NOBODY if name in ("taker", "partner") else 0 for name in names}
    assert TAROT_GAME.score(passed, {"players": seats}) == (0,) * seats
    for name, other in (("taker", 0), ("bid", GARDE), ("points", 1), ("bouts", 1)):
        refused({**passed, name: other}, seats, "passed-out")


# What may be entered.


def refused(detail: dict[str, object], seats: int, rule: str) -> UnattainableResult:
    with pytest.raises(UnattainableResult) as caught:
        TAROT_GAME.score(detail, {"players": seats})
    assert caught.value.rule == rule
    return caught.value


def test_what_is_asked() -> None:
    common = ["bouts", "points", "half", "petit", "poignee", "chelem"]
    names = {seats: [a.name for a in TAROT_GAME.asks({"players": seats})] for seats in (3, 4, 5)}
    assert names[3] == ["bid", "taker", *common]
    assert names[4] == ["bid", "taker", *(name for name in common if name != "half")]
    assert names[5] == ["bid", "taker", "partner", *common]
    assert "half" in [ask.name for ask in LORRAIN.asks({"players": 4})]
    for ask in TAROT_GAME.asks({"players": 5}):
        assert not ask.each
        assert len(ask.words) in (0, len(ask.values))


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"bid": 5}, "result-value"),
        ({"taker": 4}, "result-value"),
        ({"bouts": 4}, "result-value"),
        ({"points": 92}, "result-value"),
        ({"points": "45"}, "result-value"),
        ({"petit": True}, "result-value"),
        ({"poignee": 5}, "result-value"),
        ({"half": 1}, "result-detail"),
        ({"bid": 0}, "passed-out"),
        ({"taker": NOBODY}, "passed-out"),
        ({"bouts": 0, "petit": 1}, "petit-bouts"),
        ({"bouts": 3, "petit": 2}, "petit-bouts"),
        ({"points": 91, "bouts": 3, "chelem": 1, "petit": 2}, "petit-chelem"),
        ({"points": 3, "bouts": 0, "chelem": 4, "petit": 1}, "petit-chelem"),
        ({"bouts": 2, "chelem": 1}, "chelem-bouts"),
        ({"bouts": 1, "chelem": 4}, "chelem-bouts"),
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(changed: dict[str, object], rule: str) -> None:
    refused({**result(4, GARDE, 2, 45), **changed}, 4, rule)


def test_the_answers_are_those_that_are_asked() -> None:
    refused({}, 4, "result-detail")
    refused(result(3, GARDE, 2, 45), 4, "result-detail")
    refused(result(5, GARDE, 2, 45, partner=0), 5, "partner-taker")


@pytest.mark.parametrize(
    ("bid", "bouts", "chelem", "least", "most"),
    [
        # The bouts are 4.5 each. Beside them the taker has six cards in the discard and, of one
        # trick, those that are no bouts: 2 × 4.5 + 8 × 0.5. The defence has one trick at least:
        # 4.5 + 3 × 0.5 of 91.
        (GARDE, 2, "none", "13", "85"),
        (GARDE, 0, "none", "5", "77"),  # the defence has all three bouts in one trick: 14
        (GARDE, 3, "none", "17", "89"),
        # The dog may hold the bouts: ten cards, two of them bouts.
        (SANS, 2, "none", "13", "85"),
        (CONTRE, 2, "none", "10", "82"),
        (GARDE, 3, "announced", "91", "91"),
        # The six cards of the dog, without bouts, are worth 3 to 25: four kings and two queens.
        (CONTRE, 3, "unannounced", "66", "88"),
        # All that the taker has is the discard: three points to four queens and two knights.
        (GARDE, 0, "defence", "3", "19"),
        (SANS, 3, "defence", "15", "27"),
        (CONTRE, 0, "defence", "0", "0"),
    ],
)
def test_the_points_are_between_what_bouts_and_tricks_leave(
    bid: int, bouts: int, chelem: str, least: str, most: str
) -> None:
    low, high = float(least), float(most)
    kind = choice("chelem", chelem)
    whole = [points for points in range(92) if low <= points <= high]
    for points in range(92):
        detail = result(4, bid, bouts, points, chelem=kind)
        if points in whole:
            TAROT_GAME.score(detail, {"players": 4})
        else:
            caught = refused(detail, 4, "points-range")
            assert (caught.parameters["least"], caught.parameters["most"]) == (least, most)


@pytest.mark.parametrize("rules", [TAROT_GAME, LORRAIN])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_result_that_is_accepted_sums_to_zero(rules: object, seats: int) -> None:
    accepted = 0
    for bid, bouts, points, petit, chelem in product(
        range(1, 5), range(4), range(0, 92, 7), range(3), range(5)
    ):
        detail = result(seats, bid, bouts, points, petit=petit, chelem=chelem)
        if rules is LORRAIN:
            detail["half"] = 0
        game = LORRAIN if rules is LORRAIN else TAROT_GAME
        try:
            scores = game.score(detail, {"players": seats})
        except UnattainableResult:
            continue
        accepted += 1
        assert sum(scores) == 0
        assert scores[1:] == (scores[1],) * (seats - 1)
    assert accepted > 500


def test_where_bouts_are_kept_a_side_without_tricks_may_have_them() -> None:
    detail = {**result(4, GARDE, 2, 90), "half": 0}
    unannounced = choice("chelem", "unannounced")
    with pytest.raises(UnattainableResult):
        LORRAIN.score({**detail, "chelem": unannounced}, {"players": 4})
    # The defence played the petit and won nothing: 91 less 4.5.
    kept = {**detail, "points": 86, "half": 1, "chelem": unannounced}
    assert LORRAIN.score(kept, {"players": 4})[1] == -((25 + 46) * 2 + 200)
