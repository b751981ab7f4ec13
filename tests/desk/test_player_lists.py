"""Lists of players: read whole and right, or refused with the line and the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.desk.player_lists import (
    BYTES_MOST,
    ListedPlayer,
    PlayerList,
    read_file,
    read_pasted,
)
from tournament.errors import Refused
from tournament.events.services import PLAYERS_MOST

ACCENTED = ["Élodie Nuñez", "Œdipe Müller", "Zoë Šimek"]


def names(found: PlayerList) -> list[str]:
    return [player.name for player in found.players]


def consents(found: PlayerList) -> list[bool]:
    return [player.name_public for player in found.players]


def refusal(content: bytes) -> str:
    with pytest.raises(Refused) as refused:
        read_file(content)
    return str(refused.value)


class TestPasted:
    def test_is_one_player_a_line(self) -> None:
        found = read_pasted("\n Anne  Martin\r\n\n\tBob\rÉmile ")
        assert found.players == (
            ListedPlayer(2, "Anne Martin"),
            ListedPlayer(4, "Bob"),
            ListedPlayer(5, "Émile"),
        )

    def test_keeps_commas_and_quotation_marks(self) -> None:
        pasted = 'Martin, dit le Grand\nDupont\n"Jeannot" Petit'
        assert names(read_pasted(pasted)) == pasted.split("\n")

    @pytest.mark.parametrize("delimiter", [";", ",", "\t"])
    def test_is_read_like_a_file_where_it_has_columns(self, delimiter: str) -> None:
        lines = ["nom;prénom;série;groupes;public", "Martin;Anne;A;;oui", "Petit;Bob;;juniors;"]
        pasted = "\n".join(lines).replace(";", delimiter)
        assert read_pasted(pasted) == read_file(pasted.encode())
        assert read_pasted(pasted).players == (
            ListedPlayer(2, "Anne Martin", name_public=True, stratum="A"),
            ListedPlayer(3, "Bob Petit", groups=("juniors",)),
        )

    def test_makes_no_name_of_columns(self) -> None:
        for read in (read_pasted, lambda text: read_file(text.encode())):
            with pytest.raises(Refused, match="Line 2"):
                read("Anne\nPetit;Bob\nZoe\n")

    def test_reads_columns_that_come_from_a_spreadsheet(self) -> None:
        found = read_pasted("Prénom\tNom\tPublic\nAnne\tMartin\toui\nBob\tPetit\n")
        assert names(found) == ["Anne Martin", "Bob Petit"]
        assert consents(found) == [True, False]

    @pytest.mark.parametrize(
        "line",
        [
            *("1. Anne Moreau", "2) Anne Moreau", " 103.\tAnne Moreau", "4.\u00a0Anne Moreau"),
            *("- Anne Moreau", "– Anne Moreau", "* Anne Moreau", "•Anne Moreau", "•\tAnne Moreau"),
        ],
    )
    def test_leaves_out_the_numbers_and_bullets_of_a_list(self, line: str) -> None:
        assert names(read_pasted(f"{line}\n2.\nBob")) == ["Anne Moreau", "Bob"]

    @pytest.mark.parametrize("name", ["3 Suisses", "4.5 Volt", "-M-", "1.Anne", "2026. Anne"])
    def test_keeps_digits_and_signs_that_are_no_marker(self, name: str) -> None:
        assert names(read_pasted(name)) == [name]

    def test_a_file_is_read_as_it_stands(self) -> None:
        assert names(read_file(b"Nom\n1. Anne\n- Bob\n")) == ["1. Anne", "- Bob"]

    def test_leaves_out_a_heading(self) -> None:
        assert names(read_pasted("Nom\nAnne\n")) == ["Anne"]

    @pytest.mark.parametrize("text", ["", " \n\t\n", "Nom\n"])
    def test_without_a_player_is_refused(self, text: str) -> None:
        with pytest.raises(Refused):
            read_pasted(text)

    def test_takes_as_many_as_a_tournament_and_no_more(self) -> None:
        lines = [f"Player {number}" for number in range(PLAYERS_MOST)]
        assert len(read_pasted("\n".join(lines)).players) == PLAYERS_MOST
        with pytest.raises(Refused, match=str(PLAYERS_MOST + 1)):
            read_pasted("\n".join([*lines, "One more"]))

    def test_of_enormous_length_is_refused(self) -> None:
        with pytest.raises(Refused):
            read_pasted("x" * (BYTES_MOST + 1))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_accents_survive_in_every_usual_file(encoding: str, delimiter: str, line_end: str) -> None:
    rows = [["nom", "prénom", "public"]]
    rows += [[*reversed(name.split()), "oui"] for name in ACCENTED]
    text = line_end.join(delimiter.join(row) for row in rows)
    found = read_file(text.encode(encoding))
    assert names(found) == ACCENTED
    assert consents(found) == [True, True, True]


class TestColumns:
    def test_stand_in_the_order_of_the_heading(self) -> None:
        found = read_file(b"First name,Name\nAnne,Martin\n")
        assert names(found) == ["Anne Martin"]

    def test_that_say_nothing_we_keep_are_named_and_left_out(self) -> None:
        found = read_file(b"licence;NOM;courriel\n12;Anne;a@example.org\n;Bob;\n")
        assert names(found) == ["Anne", "Bob"]
        assert found.unused == ("licence", "courriel")

    def test_without_heading_are_name_first_name_public(self) -> None:
        found = read_file(b"Martin;Anne;oui\nPetit;Bob;\n")
        assert names(found) == ["Anne Martin", "Bob Petit"]
        assert consents(found) == [True, False]

    def test_two_without_heading_are_name_and_first_name(self) -> None:
        assert names(read_file(b"Martin;Anne\nPetit;Bob\n")) == ["Anne Martin", "Bob Petit"]

    def test_two_without_heading_may_be_name_and_consent(self) -> None:
        found = read_file(b"Anne Martin;oui\nBob Petit;non\n")
        assert names(found) == ["Anne Martin", "Bob Petit"]
        assert consents(found) == [True, False]

    def test_a_delimiter_in_a_name_or_two_is_part_of_it(self) -> None:
        text = b'Anne\nMartin, dit le Grand\nBob\n"Petit, Luc"\nZoe\n'
        assert names(read_file(text)) == [
            "Anne", "Martin, dit le Grand", "Bob", "Petit, Luc", "Zoe",
        ]  # fmt: skip

    def test_a_quoted_cell_may_hold_the_delimiter_and_a_line_end(self) -> None:
        text = b'name,public\n"Martin,\nAnne",yes\nBob,no\n'
        found = read_file(text)
        assert names(found) == ["Martin, Anne", "Bob"]
        assert [player.line for player in found.players] == [3, 4]

    def test_empty_lines_and_cells_are_no_players(self) -> None:
        assert names(read_file(b"nom;;\n;;\nAnne;;\n\n  ;  \nBob")) == ["Anne", "Bob"]

    @pytest.mark.parametrize("word", ["oui", "OUI", "yes", "x", "1", "✓", "vrai"])
    def test_consent_is_a_clear_yes(self, word: str) -> None:
        assert consents(read_file(f"nom;public\nAnne;{word}".encode())) == [True]

    @pytest.mark.parametrize("word", ["non", "No", "0", "-", "", "false"])
    def test_or_else_withheld(self, word: str) -> None:
        assert consents(read_file(f"nom;public\nAnne;{word}\n".encode())) == [False]


class TestRefused:
    def test_a_word_that_is_neither_yes_nor_no(self) -> None:
        assert "Line 3" in (text := refusal("nom;public\nAnne;oui\nBob;peut-être".encode()))
        assert "peut-être" in text
        assert "Line 2" in refusal("Anne;oui\nBob;peut-être".encode())

    def test_too_many_columns(self) -> None:
        assert "Line 3" in refusal(b"nom;public\nAnne;oui\nBob;non;4\n")
        assert "Line 2" in refusal(b"Martin;Anne;oui\nPetit;Bob;oui;4\n")

    def test_a_name_that_cannot_be_stored(self) -> None:
        assert "Line 2" in refusal(b"nom\n" + b"x" * 81)
        assert "Line 3" in refusal(b"nom;public\nAnne;oui\n;oui\n")

    def test_an_encoding_nobody_can_tell(self) -> None:
        assert "Line 2" in refusal(b"Anne\n\x81lodie\n")

    def test_two_encodings_in_one_file(self) -> None:
        mixed = "Élodie\n".encode("cp1252") + "Anne\nÉmile\n".encode()
        assert "Line 3" in refusal(mixed)

    def test_letters_lost_before(self) -> None:
        assert "Line 2" in refusal("Anne\n\N{REPLACEMENT CHARACTER}lodie".encode())

    def test_quotation_marks_that_do_not_close(self) -> None:
        assert "Line" in refusal(b'nom;public\n"Anne;oui\nBob;oui\n')

    @pytest.mark.parametrize(
        "content",
        [
            b"PK\x03\x04\x14\x00",
            b"\xd0\xcf\x11\xe0\xa1\xb1",
            "nom\nAnne".encode("utf-16"),
            b"Anne\x00\nBob",
            b"",
            b"\xef\xbb\xbf",
            b"nom;prenom\n",
            b"x" * (BYTES_MOST + 1),
        ],
        ids=["xlsx", "xls", "utf-16", "binary", "empty", "only a BOM", "only a heading", "huge"],
    )
    def test_other_files(self, content: bytes) -> None:
        assert refusal(content)

    def test_gives_nothing_of_the_lines_before(self) -> None:
        players = "".join(f"Player {number};oui\n" for number in range(50))
        assert "Line 51" in refusal(f"{players}Last;perhaps\n".encode())


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "@SUM(A1)",
        "-40",
        "<script>alert(1)</script>",
        "<b>Anne</b>",
        "{{ secret }}",
        "محمد علي",
        "שרה",
        "王小明",
        "O’Brien-Smith",
    ],
)
def test_what_is_odd_is_a_name_like_any_other(name: str) -> None:
    assert names(read_file(f"nom;public\n{name};oui\n".encode())) == [name]
    assert names(read_pasted(name)) == [name]


def test_what_turns_the_direction_of_the_page_is_taken_out() -> None:
    assert names(read_pasted("\u202eenna\u202c")) == ["enna"]


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        found = read_file(content)
    except Refused as error:
        assert str(error)
    else:
        assert all(player.name.strip() for player in found.players)
