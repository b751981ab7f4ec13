"""Hands are printed as they are sealed, and never without a word in the log."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from deals.errors import PublicValueMissing
from deals.models import PrintLog
from deals.selectors import deal_of, prints_of
from engine.cards import SUITS
from tests.builders import make_event
from tests.documents import poppler
from tournament.documents import selectors
from tournament.documents.print_words import print_words
from tournament.documents.services import hand_slips_print
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import only_session

pytestmark = pytest.mark.django_db
SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))
ENGLISH = {"T": "10"}
FRENCH = {"T": "10", "A": "As", "K": "R", "Q": "D", "J": "V"}


def lines_of_hand(hand: tuple[str, ...], indices: dict[str, str]) -> list[str]:
    """A hand as it is printed: a line for each suit, the highest card first."""
    lines = []
    for suit in SUITS:
        ranks = sorted((code[0] for code in hand if code[1] == suit), key="AKQJT987".index)
        shown = " ".join(indices.get(rank, rank) for rank in ranks)
        lines.append(f"{SIGNS[suit]} {shown or '–'}")
    return lines


def print_hands(
    event: Event,
    boards: tuple[int, ...] = (4, 5),
    *,
    tables: tuple[int, ...] = (1, 2, 3, 4, 5, 6),
    reserve: bool = False,
    language: str = "en",
) -> bytes:
    hands = (
        selectors.hands_of_reserve(event) if reserve else selectors.hands_of_boards(event, boards)
    )
    played = dict.fromkeys(tables, tuple(hand.number for hand in hands))
    return hand_slips_print(
        event=event, hands=hands, played=played, reserve=reserve, who="anne", language=language
    )


@pytest.mark.parametrize(
    ("language", "indices"), [("en", ENGLISH), ("fr", FRENCH)], ids=["en", "fr"]
)
@pytest.mark.parametrize("reserve", [False, True], ids=["round", "reserve"])
def test_each_page_holds_one_sealed_hand_six_times(
    language: str, indices: dict[str, str], reserve: bool
) -> None:
    event = make_event(players=18, boards_per_round=2)
    session = only_session(event)
    pdf = print_hands(event, (3, 4), reserve=reserve, language=language)
    sealed = session.reserve_set if reserve else session.deal_set
    expected = [
        (f"R{number}" if reserve else str(number), letter, hand)
        for number in ((1, 2) if reserve else (3, 4))
        for letter, hand in zip("ABC", deal_of(sealed, number).hands, strict=True)
    ]
    assert poppler.pages(pdf) == 1 + len(expected)
    for page, (name, letter, hand) in enumerate(expected, start=2):
        told = poppler.text(pdf, page=page)
        assert told.count(f" {name} · {letter}") == 6
        suits = [line for line in told.splitlines() if line[0] in "♠♥♦♣"]
        assert suits == lines_of_hand(hand, indices) * 6


def test_a_print_is_logged_once_with_who_and_what() -> None:
    event = make_event(players=18, boards_per_round=2)
    session = only_session(event)
    print_hands(event)
    assert [(entry.who, print_words(entry)) for entry in prints_of([session.deal_set])] == [
        ("anne", "hand slips, boards 4–5, 6 tables")
    ]
    assert not prints_of([session.reserve_set]).exists()


def test_the_log_names_one_table_and_one_board() -> None:
    event = make_event(players=18)
    print_hands(event, (7,), tables=(5,))
    entry = PrintLog.objects.get()
    assert print_words(entry) == "hand slips, board 7, table 5"


def test_the_log_is_read_in_the_readers_language() -> None:
    event = make_event(players=18)
    with override("fr"):
        print_hands(event, (7,), tables=(5,))
    entry = PrintLog.objects.get()
    assert print_words(entry) == "hand slips, board 7, table 5"
    with override("fr"):
        assert print_words(entry) == "billets de donne, étui 7, table 5"


def test_what_version_0_1_wrote_is_read_as_it_was_written() -> None:
    assert print_words(PrintLog(what="fiches de main, étui 1")) == "fiches de main, étui 1"


def test_the_reserves_print_is_in_the_reserves_log() -> None:
    event = make_event(players=18)
    print_hands(event, reserve=True, tables=(1, 2))
    entry = PrintLog.objects.get()
    assert entry.deal_set == only_session(event).reserve_set
    assert print_words(entry) == "hand slips, boards R1–3, 2 tables"


def test_boards_of_two_sets_are_in_both_logs() -> None:
    event = make_event(players=18)
    session = only_session(event)
    board = session.boards.get(number=5)
    board.deal_set, board.deal_number = session.reserve_set, 1
    board.save()
    print_hands(event, (4, 5, 6))
    logged = {entry.deal_set: print_words(entry) for entry in PrintLog.objects.all()}
    assert logged == {
        session.deal_set: "hand slips, boards 4, 6, 6 tables",
        session.reserve_set: "hand slips, board 5, 6 tables",
    }


def test_nothing_is_printed_or_logged_before_the_public_value() -> None:
    event = make_event(
        players=3,
        public_value_source="Loto",
        public_value_date=timezone.localdate() + timedelta(days=1),
    )
    with pytest.raises(PublicValueMissing):
        print_hands(event, (1,), tables=(1,))
    assert not PrintLog.objects.exists()


def test_nothing_is_logged_without_tables() -> None:
    event = make_event(players=3)
    with pytest.raises(Refused):
        print_hands(event, (1,), tables=())
    assert not PrintLog.objects.exists()
