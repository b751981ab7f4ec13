"""La comète: the source's rules and each ruling of the game's file, by hand."""

from collections.abc import Sequence

import pytest

from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.games.comete import DECK, CometeState
from engine.protocol import Deal, Options, Play, State
from engine.registry import game
from tests.engine.builders import play
from tests.engine.laws import keeps_the_laws

COMETE = game("comete")
SIZES = {3: (17, 0), 2: (25, 1), 4: (12, 3), 5: (9, 6), 6: (8, 3)}


def agreed(seats: int) -> Options:
    return {"players": seats}


def start(*hands: str, dead: str = "") -> State:
    """A deal in which the seats hold at least these cards, and the others as they come."""
    seats = len(hands)
    size, aside = SIZES[seats]
    held = [hand.split() for hand in hands]
    talon = dead.split()
    used = {card for cards in (*held, talon) for card in cards}
    for card in (card for card in DECK if card not in used):
        next(
            cards
            for cards, most in [*((hand, size) for hand in held), (talon, aside)]
            if len(cards) < most
        ).append(card)
    return COMETE.start(Deal(tuple(map(tuple, held)), tuple(talon)), agreed(seats))


def ending(*hands: str) -> State:
    """Three players who hold these cards only, as if the others had been played."""
    masks = tuple(sum(1 << DECK.index(card) for card in hand.split()) for hand in hands)
    return CometeState(
        masks, left=sum(masks), actor=0, row=(), past=0, wanted=(), units=(0,) * len(hands)
    )


def refused(state: State, action: str) -> IllegalAction:
    assert state.actor is not None
    with pytest.raises(IllegalAction) as caught:
        state.apply(state.actor, action)
    return caught.value


def points(state: State) -> tuple[int, ...]:
    """What each has gained so far, the point in the pot left out."""
    return tuple(each + 1 for each in state.view(0).counts["points"])


# The deal.


def test_the_eight_of_diamonds_is_left_out() -> None:
    assert len(DECK) == len(set(DECK)) == 51
    assert "8D" not in DECK
    assert {"8S", "8H", "8C", "9D"} < set(DECK)


@pytest.mark.parametrize("seats", SIZES)
def test_equal_hands_and_the_rest_is_dead(seats: int) -> None:
    size, dead = SIZES[seats]
    deal = COMETE.deal_from(DECK, agreed(seats))
    assert [len(hand) for hand in deal.hands] == [size] * seats
    assert deal.talon == DECK[51 - dead :]
    state = COMETE.start(deal, agreed(seats))
    assert state.actor == 0
    assert state.view(0).counts == {"cards": (size,) * seats, "points": (-1,) * seats}
    assert state.view(0).facts["pot"] == seats


@pytest.mark.parametrize("seats", [1, 7, "3", True])
def test_other_numbers_of_players_are_refused(seats: object) -> None:
    with pytest.raises(BadRecord) as caught:
        COMETE.deck({"players": seats})
    assert caught.value.rule == "option-value"


# The rows.


def test_the_first_seat_begins_with_any_card() -> None:
    state = start("5C 6C 9D AS", "", "")
    assert len(state.legal()) == 17
    assert state.legal() == state.view(0).hand
    assert refused(state, "pass").rule == "begin-row"


def test_who_holds_the_next_card_must_play_it_and_goes_on() -> None:
    state = play(start("5C 6C 9D", "7C 8C", "9C"), "5C")
    assert state.actor == 0
    assert state.legal() == ("6C",)
    refusal = refused(state, "pass")
    assert refusal.rule == "go-on"
    assert str(refusal) == "you hold 6C, with which the row goes on: play it"
    refusal = refused(state, "9D")
    assert refusal.rule == "not-next"
    assert str(refusal) == "the row goes on with 6C"
    state = play(state, "6C")
    assert state.legal() == ("9D", "pass"), "without the seven: the Comet, or nothing"
    state = play(state, "pass")
    assert state.actor == 1
    assert state.legal() == ("7C",)
    state = play(state, "7C", "8C", "pass")
    assert state.actor == 2
    assert state.legal() == ("9C",)
    assert state.view(1).table == (
        Play(0, "5C"),
        Play(0, "6C"),
        Play(1, "7C"),
        Play(1, "8C"),
    )
    assert state.view(1).facts["wanted"] == [{"rank": "9", "suit": "C"}]


def test_a_row_goes_up_from_the_ace_to_the_king_through_the_ten() -> None:
    clubs = [rank + "C" for rank in "A23456789TJQK"]
    state = play(start(" ".join(clubs), "", ""), *clubs)
    assert state.actor == 0
    assert state.view(0).table == ()
    assert state.view(0).facts["phase"] == "lead"


def test_whoever_cannot_go_on_passes_to_the_left() -> None:
    state = play(ending("5C 2H", "7C 3H", "6C 4S"), "5C", "pass")
    assert (state.actor, state.legal()) == (1, ("pass",))
    state = play(state, "pass")
    assert (state.actor, state.legal()) == (2, ("6C",))


def test_when_all_others_have_passed_the_player_of_the_last_card_begins_a_row() -> None:
    # The six of clubs has been played: nobody has it.
    state = play(ending("6C 5C 2H", "3S 4S", "3D 4D"), "6C", "pass", "pass", "pass")
    assert state.actor == 0
    assert state.legal() == ("2H", "5C")
    state = play(state, "5C", "pass", "pass")
    assert state.actor == 2
    assert state.view(2).table == (Play(0, "5C"),)
    state = play(state, "pass")
    assert state.actor == 0
    assert state.legal() == ("2H",)
    assert state.view(1).table == ()
    assert state.view(1).facts["past"] == ["6C", "5C"]


def test_the_player_of_the_last_card_begins_not_the_one_who_began() -> None:
    state = play(ending("5C 2H", "6C 3H", "4S"), "5C", "pass", "6C", "pass", "pass", "pass")
    assert state.actor == 1
    assert state.legal() == ("3H",)


def test_a_king_ends_the_row_and_its_player_begins_the_next() -> None:
    state = play(ending("QC 2H", "KC 3H 4S", "AC 2C"), "QC", "pass", "KC")
    assert state.actor == 1
    assert state.view(0).table == ()
    assert state.legal() == ("4S", "3H"), "the ace does not follow the king"


def test_diamonds_stop_at_the_seven() -> None:
    state = play(ending("7D 2H", "9D 3H", "TD 4S"), "7D")
    assert state.legal() == ("pass",)
    assert state.view(0).facts["wanted"] == []
    assert refused(state, "2H").rule == "row-stopped"
    state = play(state, "pass")
    assert state.legal() == ("9D", "pass"), "the nine as the Comet, not as the next diamond"
    state = play(state, "pass", "pass")
    assert state.actor == 0
    assert state.legal() == ("2H",)


# The Comet.


def test_the_example_of_the_source() -> None:
    # The clubs have come to the five; the first player lacks the six, and plays the Comet.
    state = play(ending("5C 9D 2H", "TD JD 3H 4H", "6C QD 4S"), "5C")
    assert state.legal() == ("9D", "pass")
    state = play(state, "9D")
    assert points(state) == (4, -2, -2)
    assert state.actor == 1, "that ends the turn"
    state = play(state, "TD", "JD")
    assert state.view(0).facts["wanted"] == [{"rank": "Q", "suit": "D"}]
    state = play(state, "pass")
    assert state.actor == 2
    assert state.legal() == ("QD",)
    assert set(state.view(2).hand) == {"6C", "QD", "4S"}, "the six stays where it is"


def test_after_the_comet_who_holds_both_chooses_and_who_holds_one_must_play_it() -> None:
    both = play(ending("5C 9D 2H", "6C TD 3H", "4S 5S"), "5C", "9D")
    assert both.legal() == ("TD", "6C")
    assert refused(both, "pass").rule == "go-on"
    assert refused(both, "3H").parameters["cards"] == ("6C", "TD")
    assert play(both, "6C").view(0).facts["wanted"] == [{"rank": "7", "suit": "C"}]
    assert play(both, "TD").view(0).facts["wanted"] == [{"rank": "J", "suit": "D"}]
    one = play(ending("5C 9D 2H", "6C 3H", "TD 4S"), "5C", "9D")
    assert one.legal() == ("6C",)


def test_both_branches_stay_open_until_one_is_taken() -> None:
    state = play(ending("5C 9D 2H", "3H 4H", "6C TD 4S"), "5C", "9D", "pass")
    assert state.actor == 2
    assert state.legal() == ("TD", "6C")


def test_when_no_branch_goes_on_the_player_of_the_comet_begins_a_row() -> None:
    # The ten of diamonds is in its player's own hand: it can be the beginning of a row.
    state = play(ending("5C 9D TD 2H", "3H 4H", "3S 4S"), "5C", "9D", "pass", "pass")
    assert state.actor == 0
    assert state.legal() == ("2H", "TD")


def test_another_than_the_last_player_may_play_the_comet() -> None:
    state = play(ending("5C 2H", "9D 3H", "TD 4S"), "5C", "pass", "9D")
    assert points(state) == (-2, 4, -2)
    assert state.actor == 2
    assert state.legal() == ("TD",)


def test_after_the_seven_of_diamonds_only_the_ten_follows_the_comet() -> None:
    state = play(ending("7D 9D 2H", "3H 4H", "TD 4S"), "7D", "9D")
    assert points(state) == (4, -2, -2)
    assert state.view(0).facts["wanted"] == [{"rank": "T", "suit": "D"}]
    state = play(state, "pass")
    assert state.legal() == ("TD",)


def test_the_nine_of_diamonds_may_begin_a_row_and_its_player_goes_on() -> None:
    state = play(ending("9D TD 2H", "3H 4H", "JD 4S"), "9D")
    assert points(state) == (4, -2, -2)
    assert state.actor == 0
    assert state.legal() == ("TD",)


# What it is worth.


def test_an_ace_and_a_king_bring_one_from_each() -> None:
    state = play(ending("AC 2H", "2C 3H", "KC 4S"), "AC")
    assert points(state) == (2, -1, -1)
    state = play(ending("KC 2H 2S", "2C 3H", "AC 4S"), "KC")
    assert points(state) == (2, -1, -1)
    assert points(play(state, "2H")) == points(state), "the other cards bring nothing"


@pytest.mark.parametrize(
    ("hands", "actions", "scores"),
    [
        # The pot alone: two points gained, one lost by each of the others.
        (("2H", "3S", "4S"), ["2H"], (2, -1, -1)),
        # The last card counts: an ace, a king, the Comet.
        (("AH", "3S", "4S"), ["AH"], (4, -2, -2)),
        (("KH", "3S", "4S"), ["KH"], (4, -2, -2)),
        (("9D", "3S", "4S"), ["9D"], (6, -3, -3)),
        (("2H 9D", "3S", "4S"), ["2H", "9D"], (6, -3, -3)),
        # A king kept costs one to each, several add up, the Comet costs two.
        (("2H", "KS", "4S"), ["2H"], (3, -3, 0)),
        (("2H", "KS KD", "4S"), ["2H"], (4, -5, 1)),
        (("2H", "9D", "4S"), ["2H"], (4, -5, 1)),
        (("2H", "9D KS", "KC 4S"), ["2H"], (6, -6, 0)),
        # The other ace costs nothing.
        (("2H", "AS", "AD"), ["2H"], (2, -1, -1)),
        # The first empty hand ends the deal at once, whoever's it is.
        (("2H 4S", "3H", "5S"), ["2H", "pass", "3H"], (-1, 2, -1)),
    ],
)
def test_the_end(hands: Sequence[str], actions: Sequence[str], scores: tuple[int, ...]) -> None:
    state = play(ending(*hands), *actions)
    assert state.actor is None
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == scores
    assert outcome.detail == {"points": list(scores)}
    assert COMETE.score(outcome.detail) == scores
    assert state.view(2).counts["points"] == scores
    assert state.view(2).facts["pot"] == 0
    with pytest.raises(IllegalAction, match="the deal is over"):
        state.apply(0, "pass")


def test_nobody_acts_out_of_turn_or_plays_a_card_of_another() -> None:
    state = start("5C", "6C", "")
    with pytest.raises(IllegalAction) as caught:
        state.apply(1, "6C")
    assert caught.value.rule == "not-your-turn"
    assert refused(state, "6C").rule == "not-in-hand"
    assert refused(state, "8D").rule == "no-such-card"


# Results entered by hand.


@pytest.mark.parametrize(
    "entered",
    [
        [2, -1, -1],
        [10, -8, -2],  # the winner has also played an ace and the Comet, and kings were kept
        [22, -11, -11],  # everything
        [-1, -4, 5],
    ],
)
def test_points_that_aces_kings_comet_and_pot_make(entered: list[int]) -> None:
    assert COMETE.score({"points": entered}) == tuple(entered)


@pytest.mark.parametrize(
    ("entered", "rule"),
    [
        ([2, -1], "points"),
        ([2, -1, -1.0], "points"),
        (None, "points"),
        ([3, -1, -1], "points-sum"),
        ([24, -12, -12], "points-together"),  # all there is, and kings kept besides
        ([1, 0, -1], "points-together"),  # what one gets from each makes threes
        ([25, -11, -14], "points-together"),  # more than there is
    ],
)
def test_other_points_are_refused(entered: object, rule: str) -> None:
    with pytest.raises(UnattainableResult) as caught:
        COMETE.score({"points": entered})
    assert caught.value.rule == rule


def test_a_result_is_the_points_and_nothing_else() -> None:
    with pytest.raises(UnattainableResult) as caught:
        COMETE.score({"tricks": [17, 0, 0]})
    assert caught.value.rule == "result-detail"


@pytest.mark.parametrize("seats", SIZES)
def test_the_points_asked_for_reach_as_far_as_there_are_any(seats: int) -> None:
    (asked,) = COMETE.asks(agreed(seats))
    assert asked.total == 0
    others = seats - 1
    assert max(asked.values) == 11 * others
    # All kings and the Comet kept, while another has led the four aces and gets the pot.
    assert min(asked.values) == -6 * others - 5


def test_what_is_listed_is_what_is_accepted() -> None:
    for seats in (2, 3):
        listed = COMETE.attainable(agreed(seats))
        assert list(listed) == sorted(set(listed), reverse=True)
        for each in listed:
            assert COMETE.score({"points": list(each)}, agreed(seats)) == each
    assert COMETE.attainable(agreed(4)) == (), "too many to be listed"


# The laws.


def everywhere(state: State, deal: Deal) -> Sequence[str]:
    views = [state.view(seat) for seat in range(len(deal.hands))]
    cards = [card for view in views for card in view.hand]
    cards += [play.action for play in views[0].table]
    past = views[0].facts["past"]
    assert isinstance(past, list)
    return [*cards, *past, *deal.talon]


@pytest.mark.parametrize(
    ("seats", "random", "simple", "closely"),
    [(3, 2000, 200, 20), (2, 100, 30, 10), (4, 100, 30, 8), (5, 100, 30, 5), (6, 100, 30, 4)],
)
def test_deals_played_to_the_end_keep_the_laws(
    seats: int, random: int, simple: int, closely: int
) -> None:
    (asked,) = COMETE.asks(agreed(seats))
    keeps_the_laws(
        COMETE,
        everywhere,
        options=agreed(seats),
        least=min(asked.values),
        most=max(asked.values),
        random=random,
        simple=simple,
        closely=closely,
    )
