"""What the templates are given: words, order, places."""

from typing import Any

import pytest
from django.utils import translation

from engine.cards import PIQUET
from tournament.documents.payload import payload
from tournament.documents.sheets import (
    Board,
    GuideCard,
    GuideCards,
    GuideStop,
    HandSlips,
    Player,
    ScoreLine,
    ScoreSlip,
    ScoreSlips,
    Sheet,
    StandingsRow,
    StandingsSheet,
    TableCard,
    TableCards,
)
from tournament.rules.display import ranges


def data(sheet: Sheet, language: str = "en") -> dict[str, Any]:
    with translation.override(language):
        return payload(sheet).data


def hand_slips(*hands: tuple[str, ...], turned: tuple[str, ...] = ("7S", "9D")) -> HandSlips:
    return HandSlips(
        event="E", played={1: (1,)}, boards=(Board(number=1, hands=hands, turned=turned),)
    )


def guide(rounds: int, *, opponents: tuple[Player, ...] = ()) -> GuideCards:
    stops = tuple(
        GuideStop(round=n, table=1, seat="A", boards=(n,), opponents=opponents)
        for n in range(1, rounds + 1)
    )
    return GuideCards(
        event="E", cards=(GuideCard(player=Player(number=1, name="Ann"), stops=stops),)
    )


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ((), ""),
        ((7,), "7"),
        ((7, 8, 9), "7–9"),
        ((9, 12, 7, 8), "7–9, 12"),
        ((1, 2, 4, 5), "1–2, 4–5"),
    ],
)
def test_boards_are_joined_where_they_are_neighbours(numbers: tuple[int, ...], shown: str) -> None:
    assert ranges(numbers) == shown


def test_a_hand_is_sorted_by_suit_and_rank_with_the_packs_own_letters() -> None:
    hand = ("7C", "AS", "TD", "KD", "8S", "JS", "QD", "9C", "TS", "AD")
    (slip,) = data(hand_slips(hand))["slips"]
    assert [(row["sign"], row["ranks"]) for row in slip["suits"]] == [
        ("♠", ["A", "J", "10", "8"]),
        ("♥", []),
        ("♦", ["A", "K", "Q", "10"]),
        ("♣", ["9", "7"]),
    ]


def test_french_packs_have_as_roi_dame_valet() -> None:
    (slip,) = data(hand_slips(PIQUET[:10]), "fr")["slips"]
    assert slip["suits"][0]["ranks"] == ["As", "R", "D", "V", "10", "9", "8", "7"]
    assert slip["suits"][1]["ranks"] == ["As", "R"]


@pytest.mark.parametrize(("turned", "mono"), [(("7S", "9S"), True), (("7S", "9D"), False)])
def test_two_turned_cards_of_one_suit_are_mono(turned: tuple[str, ...], mono: bool) -> None:
    (slip,) = data(hand_slips(PIQUET[20:30], turned=turned))["slips"]
    assert slip["mono"] is mono
    assert [card["sign"] + card["rank"] for card in slip["turned"]] == [
        "♠7",
        "♠9" if mono else "♦9",
    ]


def test_slips_run_through_boards_and_then_seats() -> None:
    hands = (PIQUET[:10], PIQUET[10:20], PIQUET[20:30])
    boards = tuple(Board(number=n, hands=hands, turned=PIQUET[30:]) for n in (4, 5))
    slips = data(HandSlips(event="E", played={1: (4, 5), 2: (4, 5)}, boards=boards))["slips"]
    assert [slip["board"] + slip["seat"] for slip in slips] == ["4A", "4B", "4C", "5A", "5B", "5C"]


def test_the_cutting_plan_counts_pages_after_the_cover() -> None:
    boards = tuple(
        Board(number=n, hands=(PIQUET[:10], PIQUET[10:20], PIQUET[20:30]), turned=PIQUET[30:])
        for n in range(1, 13)
    )
    played = dict.fromkeys(range(1, 16), tuple(range(1, 13)))
    plan = data(HandSlips(event="E", played=played, boards=boards))["plan"]
    assert plan == [
        ["1–2", "2–73", "36", "1–12", "1"],
        ["3", "74–91", "18", "13–15", "2"],
    ]


def test_a_card_outside_the_pack_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'2S'"):
        payload(hand_slips(("2S",)))


@pytest.mark.parametrize(
    "sheet",
    [
        TableCards(event="E", cards=()),
        GuideCards(event="E", cards=()),
        HandSlips(event="E", played={1: (1,)}, boards=()),
        HandSlips(event="E", played={}, boards=(Board(number=1, hands=((),), turned=()),)),
        ScoreSlips(event="E", slips=()),
    ],
)
def test_nothing_to_print_is_refused(sheet: Sheet) -> None:
    with pytest.raises(ValueError, match="anything to print"):
        payload(sheet)


def test_names_lose_line_breaks_and_what_turns_text_round_but_nothing_else() -> None:
    name = "\u202eÉva\n\x00  “#set” \u2066אבג\u2069\ud800 $x$"
    rows = (StandingsRow(rank="1", name=name),)
    shown = data(StandingsSheet(event="E", official=True, rows=rows))["rows"][0]["name"]
    assert shown == "Éva “#set” אבג $x$"


@pytest.mark.parametrize(
    ("rounds", "opponents", "cards_on_a_page"),
    [(7, False, 8), (8, False, 4), (20, False, 4), (21, False, 2), (5, True, 8), (20, True, 2)],
)
def test_more_rounds_make_larger_cards(rounds: int, opponents: bool, cards_on_a_page: int) -> None:
    rivals = (Player(number=2, name="Bob"),) if opponents else ()
    found = data(guide(rounds, opponents=rivals))
    assert found["columns"] * found["rows"] == cards_on_a_page


def test_rounds_beyond_a_card_go_on_on_another() -> None:
    cards = [card for page in data(guide(35))["pages"] for card in page if card]
    assert [len(card["stops"]) for card in cards] == [30, 5]
    assert {card["name"] for card in cards} == {"Ann"}


def test_a_sit_out_has_no_table() -> None:
    stops = (GuideStop(round=1, table=None),)
    cards = (GuideCard(player=Player(number=1, name="Ann"), stops=stops),)
    assert data(GuideCards(event="E", cards=cards))["pages"][0][0]["stops"][0]["table"] is None


def test_boards_beyond_a_score_slip_go_on_on_another() -> None:
    lines = tuple(ScoreLine(board=n, seats=("A", "B", "C")) for n in range(1, 17))
    players = tuple(Player(number=n, name=f"P{n}") for n in range(3))
    slip = ScoreSlip(table=1, round=2, players=players, lines=lines)
    found = data(ScoreSlips(event="E", slips=(slip,)))["pages"]
    slips = [item for page in found for item in page if item]
    assert [[line["board"] for line in item["lines"]] for item in slips] == [
        [str(n) for n in range(1, 15)],
        ["15", "16"],
    ]


def test_columns_that_no_row_fills_are_left_out() -> None:
    rows = (
        StandingsRow(rank="1", name="Ann", boards="4", lives="+1"),
        StandingsRow(rank="2", name="Bob", boards="4", lives="−1", points=""),
    )
    sheet = StandingsSheet(event="E", official=True, rows=rows, ranked_by="lives")
    found = data(sheet)
    assert found["headings"] == ["Boards", "Lives"]
    assert found["strong"] == 1
    assert found["rows"][1]["figures"] == ["4", "−1"]


def test_the_qr_holds_what_is_meant_for_it() -> None:
    def qr(address: str, held: str = "") -> str:
        card = TableCard(number=1, code="K7QF", address=address, qr=held)
        found = data(TableCards(event="E", cards=(card,)))["pages"][0][0]["qr"]
        assert isinstance(found, str)
        return found

    assert qr("http://host/t/k7qf/", "HTTP://HOST/T/K7QF/") == qr("HTTP://HOST/T/K7QF/")
    assert qr("http://host/t/k7qf/") != qr("HTTP://HOST/T/K7QF/")
