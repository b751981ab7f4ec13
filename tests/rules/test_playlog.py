"""The log of a live deal: plays, undos and claims, and what reading them in order gives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import bot
from engine.claims import CLAIM_POSITIONS, claim_holds
from engine.dealing import deal
from engine.errors import IllegalAction
from engine.games.comon import GAME as COMON
from engine.protocol import Deal
from tournament.rules.playlog import Kind, Position, Step, begin, follow

# Spades and hearts are trumps. Seat 0 holds eight of the highest trumps and two plain aces.
STRONG = Deal(
    hands=(
        ("AS", "KS", "QS", "JS", "AH", "KH", "QH", "JH", "AD", "AC"),
        ("TS", "9S", "8S", "KD", "QD", "JD", "TD", "KC", "QC", "JC"),
        ("TH", "9H", "8H", "9D", "8D", "7D", "TC", "9C", "8C", "7C"),
    ),
    talon=("7S", "7H"),
)


def position(board: int = 1, cards: int = 0) -> Position:
    """A deal in which the bots have played that many cards."""
    at = begin(COMON, deal(COMON, key=bytes(32), board=board))
    return play(at, cards)


def play(at: Position, cards: int) -> Position:
    for _card in range(cards):
        actor = at.state.actor
        assert actor is not None
        at = at.after(Step(actor, Kind.PLAY, bot("simple").choose(at.state.view(actor), 0)))
    return at


def rule_of(at: Position, step: Step) -> str:
    with pytest.raises(IllegalAction) as refused:
        at.after(step)
    return refused.value.rule


def test_an_undo_takes_back_the_last_card_when_both_others_agree() -> None:
    before = position(cards=4)
    asker = before.state.actor
    assert asker is not None
    after = play(before, 1)
    others = [seat for seat in range(3) if seat != asker]
    asked = after.after(Step(asker, Kind.UNDO))
    assert asked.to_answer == tuple(others)
    half = asked.after(Step(others[0], Kind.AGREE))
    assert len(half.taken) == 5
    back = half.after(Step(others[1], Kind.AGREE))
    assert back.taken == before.taken
    assert back.state == before.state
    assert back.awaited == (asker,)


def test_an_undo_that_one_refuses_changes_nothing_and_is_not_asked_again() -> None:
    at = position(cards=1)
    asked = at.after(Step(0, Kind.UNDO))
    refused = asked.after(Step(2, Kind.REFUSE))
    assert refused.taken == at.taken
    assert not refused.may_undo(0)
    assert rule_of(refused, Step(0, Kind.UNDO)) == "asked-before"


def test_the_next_card_lapses_an_undo() -> None:
    asked = position(cards=1).after(Step(0, Kind.UNDO))
    on = play(asked, 1)
    assert on.request is None
    assert rule_of(on, Step(1, Kind.AGREE)) == "nothing-asked"
    assert rule_of(on, Step(0, Kind.UNDO)) == "undo-own-last"


def test_only_the_others_answer_and_each_once() -> None:
    asked = position(cards=1).after(Step(0, Kind.UNDO))
    assert rule_of(asked, Step(0, Kind.AGREE)) == "answered"
    assert rule_of(asked.after(Step(1, Kind.AGREE)), Step(1, Kind.AGREE)) == "answered"
    assert asked.after(Step(0, Kind.REFUSE)).request is None


def test_a_claim_that_all_accept_gives_the_rest_to_the_claimant() -> None:
    at = begin(COMON, STRONG).after(Step(0, Kind.CLAIM))
    assert at.awaited == (1, 2)
    done = follow(at, [Step(2, Kind.AGREE), Step(1, Kind.AGREE)])
    assert done.outcome is not None
    assert done.outcome.detail == {"tricks": [10, 0, 0]}
    assert done.outcome.scores == (1, -2, -2)
    assert done.awaited == ()
    assert rule_of(done, Step(0, Kind.PLAY, "AS")) == "finished"


def test_nobody_plays_while_a_claim_waits_and_play_goes_on_when_refused() -> None:
    at = begin(COMON, STRONG).after(Step(1, Kind.CLAIM))
    assert rule_of(at, Step(0, Kind.PLAY, "AS")) == "claim-open"
    on = at.after(Step(0, Kind.REFUSE))
    assert on.awaited == (0,)
    assert rule_of(on, Step(1, Kind.CLAIM)) == "asked-before"
    assert play(on, 3).may_claim(1)


def test_a_claim_is_made_between_two_tricks() -> None:
    at = position(cards=1)
    assert [at.may_claim(seat) for seat in range(3)] == [False, False, False]
    assert rule_of(at, Step(1, Kind.CLAIM)) == "claim-between-tricks"


def test_one_request_at_a_time() -> None:
    asked = position(cards=3)
    last = asked.taken[-1].seat
    asked = asked.after(Step(last, Kind.UNDO))
    assert rule_of(asked, Step((last + 1) % 3, Kind.CLAIM)) == "request-open"


@pytest.mark.parametrize(("seat", "holds"), [(0, True), (1, False), (2, False)])
def test_a_claim_holds_only_for_who_cannot_be_stopped(seat: int, holds: bool) -> None:
    state = begin(COMON, STRONG).state
    for card in ("AS", "8S", "8H", "KS", "9S", "9H", "QS", "TS", "TH"):
        actor = state.actor
        assert actor is not None
        state = state.apply(actor, card)
    assert claim_holds(state, seat, positions=CLAIM_POSITIONS) is holds


def test_what_cannot_be_seen_through_does_not_hold() -> None:
    assert not claim_holds(begin(COMON, STRONG).state, 0, positions=10)


@settings(max_examples=60, deadline=None)
@given(board=st.integers(1, 50), choices=st.lists(st.integers(0, 99), max_size=60))
def test_whatever_is_done_the_log_read_again_gives_the_same_position(
    board: int, choices: list[int]
) -> None:
    at = begin(COMON, deal(COMON, key=bytes(32), board=board))
    steps: list[Step] = []
    for choice in choices:
        possible = [
            Step(seat, kind)
            for seat in range(3)
            for kind in (Kind.UNDO, Kind.CLAIM, Kind.AGREE, Kind.REFUSE)
        ]
        actor = at.state.actor
        if actor is not None:
            possible += [Step(actor, Kind.PLAY, card) for card in at.state.legal()]
        step = possible[choice % len(possible)]
        try:
            at = at.after(step)
        except IllegalAction:
            continue
        steps.append(step)
        dealt = sum(at.state.view(0).counts["cards"]) + len(at.taken)
        assert dealt == 30
    again = follow(begin(COMON, deal(COMON, key=bytes(32), board=board)), steps)
    assert again.taken == at.taken
    assert again.request == at.request
    assert again.outcome == at.outcome
