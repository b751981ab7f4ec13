import pytest

from engine.errors import BadRecord
from engine.protocol import Deal

DECK = ("AS", "KS", "AH", "KH", "AD")


def checked(hands: tuple[tuple[str, ...], ...], talon: tuple[str, ...]) -> None:
    Deal(hands, talon).check(DECK, hands=(2, 2), talon=1)


def test_a_deal_of_the_whole_deck_is_accepted() -> None:
    checked((("AS", "KH"), ("KS", "AH")), ("AD",))


@pytest.mark.parametrize(
    ("hands", "talon", "rule", "message"),
    [
        ((("AS", "KS"),), ("AD",), "hands", "1 hands, where 2 are needed"),
        (
            (("AS", "KS", "AH"), ("KH",)),
            ("AD",),
            "hand-size",
            "the hand of seat 0 has 3 cards, not 2",
        ),
        ((("AS", "KS"), ("AH", "KH")), (), "talon-size", "the talon has 0 cards, not 1"),
        ((("AS", "KS"), ("AH", "AS")), ("AD",), "card-twice", "AS is dealt twice"),
        ((("AS", "KS"), ("AH", "KH")), ("AH",), "card-twice", "AH is dealt twice"),
        ((("AS", "2C"), ("AH", "KH")), ("AD",), "no-such-card", "'2C' is not in this deck"),
    ],
)
def test_any_other_deal_is_refused(
    hands: tuple[tuple[str, ...], ...], talon: tuple[str, ...], rule: str, message: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        checked(hands, talon)
    assert (caught.value.rule, str(caught.value)) == (rule, message)
