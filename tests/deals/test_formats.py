"""Files of deals: what is written comes back equal, and damage is refused with its line."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.formats import FORMS, Form, boards_read, boards_write, pbn
from deals.formats.boards import MOST_BYTES, Boards, DealtBoard, normal, one_line
from deals.formats.reasons import BoardsError, FormError
from deals.verification import FORMAT as VERIFIED
from engine.dealing import deal
from engine.protocol import Deal
from engine.registry import game, keys

COMON = game("comon")
ROOT = Path(__file__).parents[2]
# Nothing that PBN must write as six characters or more: of that, a line takes forty.
TEXTS = st.text(
    st.characters(codec="latin-1", exclude_categories=("Cc", "Cs"))
    | st.sampled_from("“œ♠é&#;'=\\\"-?"),
    max_size=20,
).map(one_line)
NUMBERS = st.just(()) | st.tuples(*[st.integers(-20, 20)] * 3)


@st.composite
def boards(draw: st.DrawFn) -> Boards:
    chosen = game(draw(st.sampled_from([key for key in keys() if 3 in game(key).seats])))
    deck = chosen.deck()
    numbers = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=4, unique=True))
    return Boards(
        game=chosen.key,
        boards=tuple(
            DealtBoard(
                number,
                normal(chosen.deal_from(draw(st.permutations(deck))), deck),
                draw(NUMBERS),
                draw(NUMBERS),
            )
            for number in sorted(numbers)
        ),
        event=draw(TEXTS),
        site=draw(TEXTS),
        date=draw(st.just("") | st.dates().map(str)),
    )


def dealt(many: int = 3, key: bytes = bytes(32)) -> Boards:
    """The first boards of a key known to all."""
    made = (deal(COMON, key=key, board=number) for number in range(1, many + 1))
    return Boards(
        game="comon",
        boards=tuple(
            DealtBoard(number, normal(each, COMON.deck()))
            for number, each in enumerate(made, start=1)
        ),
        event="Coupe d’été",
        date="2026-12-05",
    )


def refusal(content: bytes, **given: str) -> str:
    with pytest.raises(BoardsError) as caught:
        boards_read(content, **given)
    return str(caught.value)


@given(boards())
@pytest.mark.parametrize("form", FORMS)
def test_a_file_of_ours_comes_back_equal(form: Form, found: Boards) -> None:
    assert boards_read(boards_write(found, form)) == (form, found)


@pytest.mark.parametrize("name", ["?", "#", "##", "-", "&#63;", "&#38;#35;", "a & b", "#1?", ""])
def test_pbn_keeps_names_that_look_like_its_own_signs(name: str) -> None:
    found = replace(dealt(1), event=name, site=name)
    assert pbn.read(pbn.write(found).decode("latin-1")) == found


@given(boards())
def test_so_does_a_pbn_file_with_the_other_cards_in_the_fourth_place(found: Boards) -> None:
    assert boards_read(pbn.write(found, with_talon=True)) == ("pbn", found)


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_anything_else_is_refused_with_a_line(content: bytes) -> None:
    assert refusal(content).startswith("Line ")


@given(st.sampled_from(FORMS), st.data())
def test_a_damaged_file_is_read_or_refused(form: Form, data: st.DataObject) -> None:
    whole = boards_write(dealt(), form)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(start + 40, len(whole))))
    pieces = [
        b"7S",
        b'"',
        b"]",
        b"{",
        b"\n",
        b"[Deal",
        b";",
        b"\xff",
        b"AS ",
        b"#",
        b"-",
        b",",
        b"0",
    ]
    put = data.draw(st.binary(max_size=4) | st.sampled_from(pieces))
    try:
        _form, found = boards_read(whole[:start] + put + whole[end:])
    except BoardsError as error:
        assert str(error).startswith(f"Line {error.line}: ")
        assert 1 <= error.line <= whole.count(b"\n") + 6
    else:
        for board in found.boards:
            board.deal.check(COMON.deck(), hands=(10, 10, 10), talon=2)


def test_hands_are_those_of_the_seats_in_standard_pbn() -> None:
    text = boards_write(dealt(1), "pbn").decode("latin-1")
    hands = dealt(1).boards[0].deal.hands
    north, east, south, west = text.split('[Deal "N:')[1].split('"')[0].split()

    assert west == "-"
    for written, hand in zip((north, east, south), hands, strict=True):
        cards = {
            f"{rank}{suit}"
            for suit, ranks in zip("SHDC", written.split("."), strict=True)
            for rank in ranks
        }
        assert cards == set(hand)
    assert '[Dealer "S"]' in text and '[Vulnerable "None"]' in text
    names = [line[1:].split()[0] for line in text.splitlines() if line.startswith("[")]
    assert names[:15] == (
        [
            "Event",
            "Site",
            "Date",
            "Board",
            "West",
            "North",
            "East",
            "South",
            "Dealer",
            "Vulnerable",
            "Deal",
            "Scoring",
            "Declarer",
            "Contract",
            "Result",
        ]
    )
    assert names[15:] == sorted(names[15:])
    assert all(len(line) <= 255 for line in text.splitlines())
    assert text.count("\r\n") == text.count("\n")


def test_a_pbn_line_is_never_too_long() -> None:
    text = pbn.write(replace(dealt(1), event="♠" * 200)).decode("latin-1")

    assert max(map(len, text.splitlines())) <= 255
    assert boards_read(text.encode("latin-1"))[1].boards == dealt(1).boards


def foreign(**tags: str) -> bytes:
    """A game as another program might write it: import format, little of what we write."""
    whole = {
        "Board": "7",
        "Dealer": "N",
        "Deal": "E:AK.98..AQJT98 QJT9..AKQJ.K7 87.AKQJT7.T9. -",
        **tags,
    }
    return "\n".join(f'[{name} "{value}"]' for name, value in whole.items() if value).encode()


def one(content: bytes) -> Deal:
    _form, found = boards_read(content, game="comon")
    (board,) = found.boards
    assert board.number == 7
    return board.deal


def test_seats_follow_the_dealer_around_the_table_past_the_empty_place() -> None:
    found = one(foreign())
    assert [hand[0] for hand in found.hands] == ["AS", "QS", "8S"]
    assert found.talon == ("8D", "7D")  # what nobody holds, in the deck's order
    assert [hand[0] for hand in one(foreign(Dealer="E")).hands] == ["QS", "8S", "AS"]
    assert [hand[0] for hand in one(foreign(Dealer="S")).hands] == ["8S", "AS", "QS"]
    assert one(foreign(Dealer="W")) == one(foreign(Dealer="")) == found


def test_voids_comments_escapes_sections_and_suit_letters_are_fine() -> None:
    text = (
        '% PBN 2.1\r\n;a comment of its own\r\n\r\n{ one that goes\r\n\r\n[Deal "on"] }\r\n'
        '[Event "#"][Board\t"7"] ; beside\r\n%an escaped line [\r\n[Dealer "N"]\r\n'
        '[Deal "E:SAK.H98.D.CAQJT98 QJT9..AKQJ.K7 87.AKQJT7.T9. 8D"]\r\n'
    ).replace(" 8D", " ..87.") + '[Auction "N"]\r\nPass 1S "a [ string" =1=\r\nAP\r\n'
    found = one(text.encode())

    assert found == one(foreign())


def test_two_games_without_an_empty_line_are_two() -> None:
    text = foreign() + b"\n" + foreign(Board="8")

    assert [board.number for board in boards_read(text, game="comon")[1].boards] == [7, 8]


def test_a_sharp_stands_for_the_value_of_the_game_before() -> None:
    text = b'[Event "Cup"]\n' + foreign() + b'\n\n[Event "#"]\n' + foreign(Board="8", Dealer="#")
    first, second = boards_read(text, game="comon")[1].boards

    assert first.deal == second.deal


def test_the_file_that_is_verified_is_read_as_well() -> None:
    rows = [
        {"board": each.number, "hands": each.deal.hands, "talon": each.deal.talon}
        for each in dealt().boards
    ]
    described = {"game": "comon", "options": {}}
    file = {"format": VERIFIED, "commitment": "", "description": described, "boards": rows}

    assert boards_read(json.dumps(file).encode())[1].boards == dealt().boards


def test_csv_is_read_with_any_separator_order_and_usual_encoding() -> None:
    row = "7S 8S 9S TS JS QS KS AS 7H 8H"
    text = (
        f"Remark,C,board,A,B,event\nœuf,7C 8C 9C TC JC QC KC AC 8D 9D,3,{row},"
        "9H TH JH QH KH AH 7D AD KD QD,Étoile œ\n,,,,,\n"
    )
    for delimiter, encoding in ((",", "utf-8"), ("\t", "cp1252"), (";", "utf-8-sig")):
        content = text.replace(",", delimiter).encode(encoding)
        form, found = boards_read(content, game="comon")
        assert (form, found.event, found.boards[0].number) == ("csv", "Étoile œ", 3)
        assert set(found.boards[0].deal.hands[0]) == set(row.split())
        assert found.boards[0].deal.talon == ("JD", "TD")


def test_no_cell_is_a_formula() -> None:
    text = boards_write(replace(dealt(1), event="=1+1", site="@x"), "csv").decode()

    assert ";'=1+1;'@x;" in text


def changed(form: Form, old: str, new: str, many: int = 1) -> bytes:
    encoding = "latin-1" if form == "pbn" else "utf-8"
    text = boards_write(dealt(), form).decode(encoding)
    assert old in text
    return text.replace(old, new, many).encode(encoding)


# What stands in the files of `dealt()`, damaged, and what is said of it.
FIRST = " ".join(dealt().boards[0].deal.hands[0])
SECOND = " ".join(dealt().boards[1].deal.talon)
DAMAGE: list[tuple[bytes, str]] = [
    (b"", "Line 1: there are no deals in this file."),
    # Told within a second or two: a search that goes by the square of the lines takes hours.
    (b"\n" * MOST_BYTES, "Line 1: there are no deals in this file."),
    (b"\r\n" * (MOST_BYTES // 2), "Line 1: there are no deals in this file."),
    (b"a;b\n1;2\n", "Line 1: the first line names no column “board”."),
    (b"\xef\xbb\xbf{\n\xff", "Line 2: this is not text."),
    (b" " * (MOST_BYTES + 1), f"Line 1: the file is larger than {MOST_BYTES // 1000} kB."),
    (b'{"format": "other/1"}', "Line 1: this is neither PBN, nor CSV, nor JSON of ours."),
    (changed("json", '"comon"', '"bridge"'), "Line 3: there is no game “bridge” here."),
    (changed("json", '"comon"', "[]"), "Line 3: “game” is not a line of up to 200 characters."),
    (changed("json", '"options": {}', '"options": {"x": 1}'), "Line 3: these deals are for other"),
    (changed("json", '"game"', '"gamé"'), "Line 3: there is nothing called “gamé” in such a file."),
    (changed("json", '"site"', '"event"'), "Line 6: “event” stands twice in one object."),
    (changed("json", '"date": "2026-12-05"', '"date": "5.12.26"'), "Line 7: this is no date: “5"),
    (changed("json", "Coupe", "Cou\\npe"), "Line 5: “event” is not a line of up to 200"),
    (changed("json", '"board":2', '"board":1'), "Line 10: board 1 was on line 9 already."),
    (changed("json", '"board":2', '"board":0'), "Line 10: this is no board number: “0”."),
    (changed("json", '"board":2', '"board":1e9'), "Line 10: this is no board number: “1000"),
    (changed("json", '"board":2', f'"board":{"9" * 5000}'), "Line 10: "),
    (changed("json", '"board":2', '"board":2,"talon":[]'), "Line 10: “talon” stands twice in one"),
    (changed("json", '"board":2', '"bord":2'), "Line 10: this is not a board with its hands."),
    (changed("json", '"hands":[[', '"hands":[['.replace("[[", "[")), "Line 9: "),
    (changed("json", "},\n{", "}\n{"), "Line 10: the JSON breaks off or goes wrong here."),
    (changed("json", "]\n}\n", "]\n"), "Line 13: the JSON breaks off or goes wrong here."),
    (changed("json", '"boards": [\n', '"boards": [\n' + "[" * 99999), "Line 9: the JSON breaks"),
    (
        changed("json", f'["{FIRST[:2]}"', '[\n"ZZ"'),
        "Line 10: the game has no card “ZZ”.",
    ),
    (
        changed("json", f'["{FIRST[:2]}"', f'["{FIRST[3:5]}"').replace(
            f',"{FIRST[3:5]}"'.encode(), f',\n"{FIRST[3:5]}"'.encode(), 1
        ),
        f"Line 10: the card {FIRST[3:5]} was dealt twice.",
    ),
    (
        changed("csv", f";{FIRST}", f";{FIRST[:-3]}"),
        "Line 2: number of cards of seat A on board 1: 9, and not 10.",
    ),
    (
        changed("csv", f";{SECOND}", f";{SECOND[:2]}"),
        "Line 3: number of cards left over on board 2: 1, and not 2.",
    ),
    (changed("csv", ";A;", ";X;"), "Line 1: the first line names no column “A”."),
    (changed("csv", ";B;", ";A;"), "Line 1: the column “a” is there twice."),
    (changed("csv", "\r\ncomon;;2;", "\r\ncomon;;two;"), "Line 3: this is no board number: “two”."),
    (changed("csv", "\r\ncomon;;2;", "\r\ntriton;;2;"), "Line 3: these deals are of the game “"),
    (changed("csv", "\r\ncomon;;2;", "\r\n2;"), "Line 3: number of cells: 10, and not 12."),
    (changed("csv", "\r\ncomon;;2;", '\r\n"comon"x;;2;'), "Line 3: a quotation mark is missing"),
    (changed("pbn", '[Board "2"]\r\n', ""), "Line 24: this game has no tag “Board”."),
    (changed("pbn", '[Board "2"]', ""), "Line 24: this game has no tag “Deal”."),
    (changed("pbn", '[Board "2"]', '[Board "1"]'), "Line 34: board 1 was on line 15 already."),
    (changed("pbn", '[Deal "N:', '[Deal "X:'), "Line 15: this is no deal as PBN writes it: “X:"),
    (changed("pbn", '[Deal "N:', '[Deal "N:- '), "Line 15: this is no deal as PBN writes it: “N:-"),
    (changed("pbn", '[Dealer "S"]', '[Dealer "SE"]'), "Line 13: there is no place “SE”."),
    (changed("pbn", "[Site", "{Site"), "Line 6: the comment that begins here does not end."),
    (changed("pbn", "[Site", "[[Site"), "Line 6: this is not a tag as PBN writes them: [Name"),
    (changed("pbn", "[Vulnerable", '[Deal ""]\n[Vulnerable'), "Line 16: the tag “Deal” stands"),
    (changed("pbn", "[TriplicateGame", "[Triplicate"), "Line 5: the file does not say which game"),
    (
        changed("pbn", f'Talon "{SECOND}"', f'Talon "{SECOND[3:]} AS"'),
        "Line 41: the card AS was dealt twice.",
    ),
    (
        pbn.write(dealt()).replace(b" -\"", b" A...\"", 1),
        "Line 22: the cards left over on board 1 are given in two ways.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("content", "said"), DAMAGE, ids=lambda each: repr(each)[:40])
def test_damage_is_told_with_its_line(content: bytes, said: str) -> None:
    assert refusal(content).startswith(said)


def test_deals_of_another_game_are_refused() -> None:
    assert refusal(boards_write(dealt(), "pbn"), game="triton") == (
        "Line 21: these deals are of the game “comon”, and not of “triton”."
    )


def test_what_pbn_cannot_say_is_not_written() -> None:
    strange = Deal((("T01",), ("AS",), ("KS",)), ())
    with pytest.raises(FormError):
        pbn.write(Boards("tarot", (DealtBoard(1, strange),)))


def test_the_examples_of_the_document_are_one_file_in_three_forms() -> None:
    document = (ROOT / "docs/deal-files.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```(?:json)?\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
    found = Boards(
        game="comon",
        boards=(
            replace(dealt(1, bytes(range(32))).boards[0], guaranteed=(5, 3, 2), par=(1, -2, -2)),
        ),
        event="Coupe d’été",
        date="2026-12-05",
    )

    for form, text in zip(FORMS, shown, strict=True):
        written = boards_write(found, form).decode("latin-1" if form == "pbn" else "utf-8-sig")
        assert written.replace("\r\n", "\n").strip() == text.strip()
