"""The sheets as they are read, seen, folded and cut."""

import pytest
import zxingcpp
from django.utils import translation

from engine.cards import PIQUET
from tests.documents import poppler
from tournament.documents.pdf import render
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

EVENT = "Étoile œ ♠"
HOSTILE = [
    "#set page(fill: red) $x$",
    "[*b*] _i_ `raw` \\ @r <l> ~",
    "<script>alert(1)</script>",
    "{{ name }} {% now %}",
    "=1+1",
    "// no comment /* either */",
]
LONG = "Christophe-Alexandre de la Rochefoucauld-Montmorency-Laval du Plessis de Bellière " * 6
# The suits by themselves, every one seen to be drawn, beside a sign that no carried font has.
DRAWN = "♠♥♦♣Éœ½−"
UNDRAWN = "王"


def table_cards(*addresses: str, event: str = EVENT) -> TableCards:
    cards = tuple(
        TableCard(number=n, code="K7QF2M", address=address)
        for n, address in enumerate(addresses, 1)
    )
    return TableCards(event=event, cards=cards)


def guide_cards(name: str = "Ann", *, players: int = 1, rival: str = "Bob") -> GuideCards:
    stops = (
        GuideStop(
            round=1,
            table=12,
            seat="B",
            boards=(7, 8, 9),
            opponents=(Player(number=88, name=rival), Player(number=99, name=rival)),
        ),
        GuideStop(round=2, table=None),
    )
    return GuideCards(
        event=EVENT,
        cards=tuple(
            GuideCard(player=Player(number=100 + n, name=name), stops=stops) for n in range(players)
        ),
    )


def hand_slips(tables: int = 6) -> HandSlips:
    hands = (PIQUET[:10], PIQUET[10:20], PIQUET[20:30])
    board = Board(number=41, hands=hands, turned=PIQUET[30:])
    played = dict.fromkeys(range(51, 51 + tables), (41,))
    return HandSlips(event=EVENT, played=played, boards=(board,))


def score_slips(name: str = "Ann") -> ScoreSlips:
    players = tuple(Player(number=n, name=name) for n in (1, 2, 3))
    lines = (
        ScoreLine(board=31, seats=("A", "B", "C")),
        ScoreLine(board=32, seats=("B", "C", "A")),
    )
    return ScoreSlips(
        event=EVENT, slips=(ScoreSlip(table=17, round=4, players=players, lines=lines),)
    )


def standings(*names: str, official: bool = True) -> StandingsSheet:
    return StandingsSheet(
        event=EVENT,
        official=official,
        rows=tuple(
            StandingsRow(rank=str(n), name=name, boards="12", points="23.50", percent="61.25")
            for n, name in enumerate(names, 1)
        ),
    )


ALL = [table_cards("http://host/t/K7/"), guide_cards(), hand_slips(), score_slips(), standings("A")]


@pytest.mark.parametrize("sheet", ALL, ids=lambda sheet: type(sheet).__name__)
def test_every_sheet_is_a4_names_the_event_and_carries_its_fonts(sheet: Sheet) -> None:
    pdf = render(sheet)
    assert all("(A4)" in size for size in poppler.page_sizes(pdf))
    assert EVENT in poppler.text(pdf)
    found = poppler.fonts(pdf)
    assert found
    assert all(found.values())
    assert all(name.startswith(("LibertinusSerif", "DejaVuSansMono")) for name in found)


def test_no_font_of_the_machine_is_used() -> None:
    tifinagh = "ⴰⵣⵓⵍ"  # in DejaVu Sans, which many machines have, and in no font of typst
    found = poppler.fonts(render(standings(tifinagh)))
    assert all(name.startswith(("LibertinusSerif", "DejaVuSansMono")) for name in found)


@pytest.mark.parametrize("sheet", ALL, ids=lambda sheet: type(sheet).__name__)
def test_equal_sheets_are_equal_bytes(sheet: Sheet) -> None:
    assert render(sheet) == render(sheet)


@pytest.mark.parametrize("weight", ["name", "bold name"])
def test_suits_and_accents_are_drawn_not_boxed(weight: str) -> None:
    def seen(name: str) -> bytes:
        sheet = standings(name) if weight == "name" else guide_cards(name)
        return poppler.picture(render(sheet)).pixels

    pictures = {sign: seen(sign) for sign in [*DRAWN, UNDRAWN, ""]}
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(name: str) -> None:
    for sheet in (standings(name), guide_cards(name), table_cards("http://host/", event=name)):
        assert name in poppler.text(render(sheet))
    assert poppler.pages(render(score_slips(name))) == 1


def test_right_to_left_names_stay_in_their_place() -> None:
    told = poppler.text(render(standings("\u202eAnn", "אברהם", "محمد", "Bob")))
    lines = told.splitlines()
    assert "1 Ann 12 23.50 61.25" in lines
    assert "4 Bob 12 23.50 61.25" in lines
    hebrew = next(line for line in lines if "אברהם" in line)
    assert hebrew.startswith("2 ")
    assert hebrew.endswith("12 23.50 61.25")


@pytest.mark.parametrize(
    "name", [LONG, "W" * 200, "A" + "\u0300\u0323" * 60], ids=["long", "W", "pile"]
)
def test_a_name_keeps_inside_its_card(name: str) -> None:
    pdf = render(guide_cards(name, rival=name))
    assert poppler.pages(pdf) == 1
    page = poppler.picture(pdf)
    right_of_card = page.cropped(99, 8, 104, 70)
    above_card = page.cropped(26, 0, 95, 6)
    assert set(right_of_card) == {255}
    assert set(above_card) == {255}


def test_a_long_name_is_shortened_with_an_ellipsis() -> None:
    line = next(
        line for line in poppler.text(render(standings(LONG))).splitlines() if "Christophe" in line
    )
    assert line.startswith("1 Christophe-Alexandre de la")
    assert "… 12 23.50 61.25" in line


@pytest.mark.parametrize("rounds", [4, 12, 30])
def test_opponents_with_names_of_35_letters_are_printed_whole(rounds: int) -> None:
    rivals = ("Bertrand de La Rochefoucauld-Murat", "Marie-Madeleine Wannenmacher-Hummel")
    against = tuple(Player(number=88, name=name) for name in rivals)
    stops = tuple(
        GuideStop(round=number, table=12, seat="B", boards=(1, 2, 3), opponents=against)
        for number in range(1, rounds + 1)
    )
    card = GuideCard(player=Player(number=1, name="Ann"), stops=stops)
    printed = poppler.text(render(GuideCards(event=EVENT, cards=(card,))))
    assert [printed.count(name) for name in rivals] == [rounds, rounds]


def test_the_printed_qr_opens_the_address_as_given() -> None:
    addresses = (
        "http://192.168.1.20:8000/t/k7QF2m/",
        "HTTP://192.168.1.20:8000/T/K7QF2M/",
        "https://a-long-name.of-a-club.example.org:8443/some/prefix/t/K7QF2M/?session=2#here",
    )
    pdf = render(table_cards(*addresses))
    page = poppler.picture(pdf, dots=6)
    image = memoryview(page.pixels).cast("B", (page.height, page.width))
    assert {code.text for code in zxingcpp.read_barcodes(image)} == set(addresses)
    told = poppler.text(pdf)
    assert addresses[0] in told
    assert "K7QF2M" in told


def test_a_guide_card_says_where_to_go() -> None:
    lines = poppler.text(render(guide_cards())).splitlines()
    assert any("100" in line for line in lines)
    told = " ".join(lines)
    assert "12 B 7–9" in told
    assert "88 Bob" in told
    assert "2 You sit out this round" in told


def test_guide_cards_for_a_large_event_are_in_piles() -> None:
    pdf = render(guide_cards(players=20))
    assert poppler.pages(pdf) == 3
    first = poppler.text(pdf, page=1)
    assert [number for number in range(100, 120) if str(number) in first] == [
        *(100, 103, 106, 109, 112, 115, 118)
    ]


def test_a_slip_shows_its_own_hand_and_no_other() -> None:
    pdf = render(hand_slips())
    assert poppler.pages(pdf) == 4  # the cover, then seats A, B, C of the one board
    for page, (letter, hand) in enumerate(
        [
            ("A", ["♠ A K Q J 10 9 8 7", "♥ A K", "♦ –", "♣ –"]),
            ("B", ["♠ –", "♥ Q J 10 9 8 7", "♦ A K Q J", "♣ –"]),
            ("C", ["♠ –", "♥ –", "♦ 10 9 8 7", "♣ A K Q J 10 9"]),
        ],
        start=2,
    ):
        told = poppler.text(pdf, page=page)
        assert [line for line in told.splitlines() if line[0] in "♠♥♦♣"] == hand * 6
        assert told.count("mono") == 6
        assert told.count(f"Board 41 · {letter}") == 6
        assert [f"Table {table}" in told for table in range(51, 58)] == [True] * 6 + [False]


def test_slips_fold_in_thirds_and_cut_in_sixths() -> None:
    page = poppler.picture(render(hand_slips()), page=2)
    across = [x / 10 for x in range(140, 2050)]  # right of the scissors
    cuts = [49.5 * row for row in range(1, 6)]
    for cut in cuts:
        assert sum(page.dark(x, cut) for x in across) > len(across) / 3
        for x in across:
            near_a_fold = min(abs(x - 70), abs(x - 140)) < 0.5
            assert near_a_fold or not any(page.dark(x, cut + y) for y in (-1.3, -0.6, 0.6, 1.3))
    # Between the strips nothing but the fold is drawn.
    free = [cut + y / 10 for cut in cuts for y in (*range(-16, -4), *range(5, 17))]
    for fold in (70, 140):
        assert sum(page.dark(fold, y) for y in free) > len(free) / 5
        assert not any(page.dark(fold + x, y) for y in free for x in (-0.5, 0.5))


def test_the_hand_lies_between_two_patterns() -> None:
    """Folded at 70 mm the camouflage covers the hand: every spot of ink of the hand has ink of the
    camouflage near its mirror image, so that no sign stands alone against the light.
    """
    page = poppler.picture(render(hand_slips()), page=2)
    inked = [(x, y) for x in range(74, 136) for y in range(3, 46) if page.dark(x, y)]
    assert len(inked) > 100
    for x, y in inked:
        assert any(
            page.dark(140 - x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)
        )


def test_the_cover_tells_how_to_fold_and_cut() -> None:
    told = poppler.text(render(hand_slips(tables=7)), page=1)
    assert "Boards 41 Tables 51–57 21 slips" in told
    assert "Fold each page in three" in told
    assert "1 2–4 3 51–56 1" in told
    assert "2 5 1 57 6" in told


def test_a_score_slip_has_a_box_for_every_seat_of_every_board() -> None:
    lines = poppler.text(render(score_slips())).splitlines()
    assert any(line.startswith("Table") for line in lines)
    assert "31 A B C" in lines
    assert "32 B C A" in lines
    told = " ".join(lines)
    assert all(word in told for word in ("Misplay by", "Not played", "Signatures"))


@pytest.mark.parametrize(("official", "word"), [(True, "Official"), (False, "Provisional")])
def test_standings_say_on_every_page_whether_they_are_official(official: bool, word: str) -> None:
    names = [f"Player {n}" for n in range(1, 61)]
    pdf = render(standings(*names, official=official))
    assert poppler.pages(pdf) > 1
    for page in range(1, poppler.pages(pdf) + 1):
        told = poppler.text(pdf, page=page)
        assert word in told
        assert ("Provisional" in told) is not official
        assert "Rank Name Boards Matchpoints %" in told
    told = poppler.text(pdf)
    assert [line.split()[0] for line in told.splitlines() if " Player " in line] == [
        str(n) for n in range(1, 61)
    ]


def test_standings_without_results_are_a_friendly_page() -> None:
    assert "No results yet." in poppler.text(render(standings()))


def test_a_french_director_gets_french_sheets() -> None:
    with translation.override("fr"):
        slips = render(hand_slips())
        assert "À prendre dans votre jeu" in poppler.text(slips)
        assert "♠ As R D V 10 9 8 7" in poppler.text(slips)
        assert "Exempt pour ce tour" in poppler.text(render(guide_cards()))
        assert "Officiel" in poppler.text(render(standings("Ann")))
        assert "Faute de" in poppler.text(render(score_slips()))
        assert "Code de table" in poppler.text(render(table_cards("http://host/t/K7/")))
