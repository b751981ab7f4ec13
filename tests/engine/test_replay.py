import pytest

from engine.bots import bot
from engine.errors import BadRecord, IllegalAction, UnknownGame
from engine.protocol import Deal, Trick
from engine.record import Record
from engine.replay import Ply, replay
from engine.selfplay import play_out
from tests.engine.builders import COMON, comon_deal

DEAL = comon_deal("AH 8C", "JH 7C", "7S 8S", turned="9S 9D", void={2: "H"})


def record(*actions: str, deal: Deal = DEAL) -> Record:
    return Record("comon", {}, deal, actions)


def test_a_record_without_actions_has_everything_still_to_come() -> None:
    replayed = replay(record())
    assert replayed.plies == ()
    assert replayed.tricks == ()
    assert replayed.trick_counts == (0, 0, 0)
    assert replayed.scores is None
    assert not replayed.finished


def test_each_ply_says_who_did_what_and_what_was_legal() -> None:
    replayed = replay(record("AH", "JH", "7S", "8S"))
    assert [(ply.seat, ply.action) for ply in replayed.plies] == [
        (0, "AH"),
        (1, "JH"),
        (2, "7S"),
        (2, "8S"),
    ]
    assert replayed.plies[0] == Ply(0, "AH", tuple(sorted(DEAL.hands[0])))
    assert replayed.tricks == (Trick(0, ("AH", "JH", "7S"), 2),)
    assert replayed.trick_counts == (0, 0, 1)
    assert not replayed.finished


def test_the_printed_fields_stand_in_the_documented_order() -> None:
    printed = replay(record("AH", "JH", "7S")).as_json()
    assert list(printed) == ["plies", "tricks", "trick_counts", "scores", "finished"]
    assert printed["tricks"] == [{"leader": 0, "cards": ["AH", "JH", "7S"], "winner": 2}]
    assert printed["scores"] is None
    assert printed["finished"] is False


def test_an_illegal_action_is_named_with_its_ply_and_its_rule() -> None:
    with pytest.raises(IllegalAction) as caught:
        replay(record("8C", "JH"))
    assert caught.value.rule == "follow-suit"
    assert caught.value.parameters["ply"] == 2
    assert caught.value.parameters["held"] == ("C",)
    assert str(caught.value) == "ply 2: JH breaks the rule follow-suit: you hold clubs: follow suit"


def test_an_action_after_the_end_is_refused() -> None:
    played = play_out(COMON, DEAL, [bot("random")] * 3, seed="")
    with pytest.raises(IllegalAction) as caught:
        replay(record(*played.actions, "AH"))
    assert caught.value.rule == "finished"
    assert str(caught.value) == "ply 31: AH breaks the rule finished: the deal is over"


def test_an_unknown_game_cannot_be_replayed() -> None:
    with pytest.raises(UnknownGame):
        replay(Record("chess", {}, DEAL, ()))


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadRecord, match="comon has no option 'players'"):
        replay(Record("comon", {"players": 3}, DEAL, ()))


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        (Deal(DEAL.hands[:2], DEAL.talon), "2 hands, where 3 are needed"),
        (Deal((*DEAL.hands, ()), DEAL.talon), "4 hands, where 3 are needed"),
        (
            Deal((DEAL.hands[0][:9], *DEAL.hands[1:]), (*DEAL.talon, DEAL.hands[0][9])),
            "the hand of seat 0 has 9 cards, not 10",
        ),
        (Deal(DEAL.hands, DEAL.talon[:1]), "the talon has 1 cards, not 2"),
        (Deal((DEAL.hands[0], DEAL.hands[0], DEAL.hands[2]), DEAL.talon), "AH is dealt twice"),
        (Deal(DEAL.hands, ("6S", "9D")), "'6S' is not in this deck"),
    ],
)
def test_a_deal_that_is_not_the_deck_is_refused(deal: Deal, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        replay(record(deal=deal))
