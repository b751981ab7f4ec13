"""`manage.py score_usebio`: bridge results of clubs, scored again by our rules."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournament.operations.usebio_lines import line_read
from tournament.rules.scores import Average, Score, to_text

SMALL = Path(__file__).parent / "data" / "usebio-small.xml"


@pytest.fixture
def score(tmp_path: Path) -> Callable[[bytes | str], tuple[int, str]]:
    """Score a file with this content: the exit status, and what is printed."""

    def scored(content: bytes | str) -> tuple[int, str]:
        path = tmp_path / "results.xml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return run(path)

    return scored


Scorer = Callable[[bytes | str], tuple[int, str]]


def run(path: Path) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("score_usebio", path, stdout=out)
    except SystemExit as left:
        assert isinstance(left.code, int)
        return left.code, out.getvalue()
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


def small() -> str:
    return SMALL.read_bytes().decode("iso-8859-1")


def row(printed: str, board: int, ns: int) -> list[str]:
    """The printed line of a board and a North–South pair."""
    for line in printed.splitlines():
        words = line.split()
        if words[:2] == [str(board), str(ns)]:
            return words
    raise AssertionError(f"no line of board {board} and pair {ns}: {printed}")


def event(*boards: tuple[tuple[object, object, object], ...], head: str = "") -> str:
    """A file of boards, each of lines of a score and the two sides' points."""
    told = ['<USEBIO><EVENT EVENT_TYPE="MP_PAIRS">', head]
    for number, lines in enumerate(boards, start=1):
        told.append(f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>")
        told += [line(pair, *each) for pair, each in enumerate(lines, start=1)]
        told.append("</BOARD>")
    return "".join([*told, "</EVENT></USEBIO>"])


def line(pair: int, made: object, ns: object, ew: object) -> str:
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{pair}</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>{pair + 20}</EW_PAIR_NUMBER><SCORE>{made}</SCORE>"
        f"<NS_MATCH_POINTS>{ns}</NS_MATCH_POINTS><EW_MATCH_POINTS>{ew}</EW_MATCH_POINTS>"
        "</TRAVELLER_LINE>"
    )


FOUR = ((420, 6, 0), (170, 4, 2), (0, 2, 4), (-50, 0, 6))


def test_the_small_file_agrees_line_by_line() -> None:
    status, printed = run(SMALL)
    assert status == 0
    assert printed.count("agrees") == 18
    assert printed.endswith("18 lines agree, 0 differ, 1 not compared.\n")
    assert " ".join(row(printed, 1, 1)) == "1 1 5 420 5.00 1.00 5 1 agrees"
    assert " ".join(row(printed, 2, 1)) == "2 1 6 0 4.00 2.00 4 2 agrees"
    assert " ".join(row(printed, 3, 1)) == "3 1 7 A60/40 3.60 2.40 3.6 2.4 agrees"
    assert " ".join(row(printed, 3, 3)) == "3 3 5 650 5.67 0.33 5.7 0.3 agrees"
    assert " ".join(row(printed, 4, 3)) == "4 3 6 -620 0.33 5.67 0.3 5.7 agrees"
    assert "not compared: not played" in " ".join(row(printed, 5, 3))
    assert "Scale: 2 points per pair beaten, which fits most lines." in printed
    assert "3, factored up by Neuberg's formula." in printed


def test_a_wrong_number_in_the_file_is_found(score: Scorer) -> None:
    status, printed = score(small().replace(">1.7</NS_M", ">1.6</NS_M", 1))
    assert status == 1
    assert row(printed, 3, 2)[-1] == "DIFFERS"
    assert printed.endswith("17 lines agree, 1 differ, 1 not compared.\n")


def test_the_points_of_east_and_west_are_compared_too(score: Scorer) -> None:
    status, printed = score(event(FOUR, ((420, 6, 0), (170, 4, 2), (0, 2, 3), (-50, 0, 6))))
    assert status == 1
    assert row(printed, 2, 3)[-1] == "DIFFERS"
    assert "7 lines agree, 1 differ" in printed


def test_one_point_per_pair_beaten_is_told_from_the_points(score: Scorer) -> None:
    status, printed = score(event(((420, 2.5, 0.5), (420, 2.5, 0.5), (0, 1, 2), (-50, 0, 3))))
    assert status == 0
    assert "Scale: 1 point per pair beaten, which fits most lines." in printed
    assert row(printed, 1, 1)[4:6] == ["2.50", "0.50"]


def test_the_scale_that_the_file_states_holds(score: Scorer) -> None:
    head = "<MATCH_POINT_SCORING>1 and 0.5</MATCH_POINT_SCORING>"
    status, printed = score(event(FOUR, head=head))
    assert status == 1
    assert "Scale: 1 point per pair beaten, as the file says." in printed


def test_missing_results_may_count_as_level_instead(score: Scorer) -> None:
    status, printed = score(event(FOUR, ((490, 5, 1), (200, 3, 3), (-150, 1, 5))))
    assert status == 0
    assert "1, each missing one counted as level, which is not Neuberg's formula." in printed


def test_the_top_of_a_board_is_what_its_sides_share(score: Scorer) -> None:
    # A phantom pair: five results on every board, six tables, M = 8, 4, 4, 4, 0.
    lines = ((500, 9.8, 0.2), (0, 5, 5), (0, 5, 5), (0, 5, 5), (-50, 0.2, 9.8))
    status, printed = score(event(lines, lines))
    assert status == 0
    assert "Boards with fewer results than their top counts: 2, factored up" in printed


def test_decimals_may_be_cut_off(score: Scorer) -> None:
    # As below Neuberg's 5.67, 3.00 and 0.33, and 4.33 and 1.67: cut off, not rounded.
    lines = ((420, 5.6, 0.3), (50, 3, 3), (0, 0.3, 5.6)), ((90, 1.6, 4.3), (120, 5.6, 0.3))
    status, printed = score(event(FOUR, lines[0], (*lines[1], (90, 1.6, 4.3))))
    assert status == 0
    assert "Decimals of the file: 1, cut off." in printed


def sections(a: str, b: str) -> str:
    return (
        '<USEBIO><EVENT EVENT_TYPE="PAIRS"><BOARD_SCORING_METHOD>MATCH_POINTS'
        f'</BOARD_SCORING_METHOD><SECTION SECTION_ID="A"><BOARD BOARD_NUMBER="1">{a}</BOARD>'
        f'</SECTION><SECTION SECTION_ID="B"><BOARD BOARD_NUMBER="01">{b}</BOARD></SECTION>'
        "</EVENT></USEBIO>"
    )


def test_sections_are_compared_as_the_file_does(score: Scorer) -> None:
    status, printed = score(
        sections(line(1, 420, 6, 0) + line(2, 50, 2, 4), line(3, 170, 4, 2) + line(4, 0, 0, 6))
    )
    assert (status, "Field: all sections together" in printed) == (0, True)
    status, printed = score(
        sections(line(1, 420, 2, 0) + line(2, 50, 0, 2), line(3, 170, 2, 0) + line(4, 0, 0, 2))
    )
    assert (status, "Field: each section by itself" in printed) == (0, True)
    assert "B 1   3" in printed


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.encode("iso-8859-1"),
        lambda text: b"\xef\xbb\xbf" + text.replace("ISO-8859-1", "utf-8").encode(),
        lambda text: text.replace("ISO-8859-1", "utf-16").encode("utf-16"),
        lambda text: text.replace("ISO-8859-1", "utf-8").encode("iso-8859-1"),
        lambda text: text.replace("ISO-8859-1", "utf-16").encode(),
        lambda text: text.replace("ISO-8859-1", "no-such").encode(),
        lambda text: text.lower().replace("iso-8859-1", "utf-8").encode(),
        lambda text: ("\r\n" + text.replace("Odo", "Odo & Sons &nbsp;") + "\x1a").encode(),
        lambda text: (
            re.sub(r"<(/?)(?=[A-Z])", r"<\1x:", text)
            .replace("<x:USEBIO", '<x:USEBIO xmlns:x="urn:x"')
            .encode("iso-8859-1")
        ),
    ],
    ids=["latin", "bom", "utf-16", "misnamed", ".net", "unknown", "lower", "untidy", "prefix"],
)
def test_files_are_read_however_they_are_written(
    score: Scorer, change: Callable[[str], bytes]
) -> None:
    status, printed = score(change(small()))
    assert status == 0
    assert printed.endswith("18 lines agree, 0 differ, 1 not compared.\n")


BOMB = '[<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "is empty"),
        ("GIF89a", "is not XML"),
        (small()[:3000], "is not XML"),
        ("<html><body>404</body></html>", "is not a USEBIO file"),
        ("<USEBIO/>", "has no boards"),
        (f"<!DOCTYPE USEBIO {BOMB}><USEBIO>&b;</USEBIO>", "refused"),
        (small().replace('_v1_2.dtd">', f'_v1_2.dtd" {BOMB}>'), "refused"),
        (small().replace('_v1_2.dtd">', '_v1_2.dtd" [ ]>'), "refused"),
        (small().replace("MP_PAIRS", "SWISS_TEAMS"), "by match points: SWISS_TEAMS"),
        (small().replace("MP_PAIRS", "BUTLER_PAIRS"), "by match points: BUTLER_PAIRS"),
        (event(FOUR, head="<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>"), "CROSS_IMPS"),
        (small().replace("_MATCH_POINTS>", "_CROSS_IMP_POINTS>"), "has IMPs"),
        (small().replace("_MATCH_POINTS>", "_Z>"), "has no match points"),
        (small().replace("SCORE>", "Z>"), "not the scores"),
        (event(((420, 5, -5), (50, 0, 0), (0, -5, 5))), "IMPs as its match points"),
        (event((("NP", 3, 3), ("NP", 3, 3))), "no line that can be compared"),
        ("<USEBIO>" + " " * 16_000_000, "too large"),
    ],
)
def test_other_files_are_refused_in_a_sentence(score: Scorer, content: str, reason: str) -> None:
    status, said = score(content)
    assert status == 2
    assert reason in said
    assert said.endswith(".")


def test_no_file_and_a_folder_are_refused_in_a_sentence(tmp_path: Path) -> None:
    assert run(tmp_path) == (2, f"{tmp_path} cannot be read: Is a directory.")
    gone = tmp_path / "gone.xml"
    assert run(gone) == (2, f"{gone} cannot be read: No such file or directory.")


def test_no_dtd_is_fetched(score: Scorer, tmp_path: Path) -> None:
    dtd = tmp_path / "usebio_v1_2.dtd"
    dtd.write_text("this is no DTD")
    named = small().replace('"usebio_v1_2.dtd"', f'"{dtd.as_uri()}"')
    assert score(named.encode("iso-8859-1"))[0] == 0


def told(score: str, contract: str = "", **others: str) -> str:
    """The two sides' scores of a line, or why they cannot be told."""
    texts = {"SCORE": score, "CONTRACT": contract, "NS_MATCH_POINTS": "3", **others}
    read = line_read(texts, "", "", "1")

    def shown(side: Score) -> str:
        return "none" if side is None else to_text(side)

    return read.why if read.scores is None else " ".join(map(shown, read.scores))


@pytest.mark.parametrize(
    ("score", "contract", "scores"),
    [
        ("420", "4S", "420 -420"),
        ("+50", "4S", "50 -50"),
        ("−140", "3H", "-140 140"),
        ("-1100.0", "7NTxx", "-1100 1100"),
        ("0", "", "0 0"),
        ("0", "Passed", "0 0"),
        ("", "PASS", "0 0"),
        ("All pass", "", "0 0"),
        ("NP", "", "not played"),
        ("no play", "", "not played"),
        ("0", "NP", "not played"),
        ("Bye", "", "not played"),
        ("420.5", "", "unknown score 420.5"),
        ("NaN", "", "unknown score NaN"),
        ("", "3NT", "no score"),
        ("Adj", "", "adjusted, but the line does not say to what"),
        ("A+", "", "adjusted, but the line does not say what the other side has"),
        ("A70/30", "", "adjusted to 70 %, which we never give"),
    ],
)
def test_scores_are_read_as_programs_write_them(score: str, contract: str, scores: str) -> None:
    assert told(score, contract) == scores


@pytest.mark.parametrize(
    "text",
    ["A60/40", "a 60 / 40", "A6040", "60%-40%", "60/40", "A+/A-", "AVE+-", "Average plus/minus"],
)
def test_adjusted_scores_are_averages_that_stay_as_stated(text: str) -> None:
    expected = (Average(60, fixed=True), Average(40, fixed=True))
    assert line_read({"SCORE": text, "NS_MATCH_POINTS": "3"}, "", "", "1").scores == expected
    by_contract = {"CONTRACT": text, "SCORE": "", "NS_MATCH_POINTS": "3"}
    assert line_read(by_contract, "", "", "1").scores == expected


@pytest.mark.parametrize("text", ["A", "AVE", "50%", "A50", "A50/50", "A="])
def test_one_average_is_for_both_sides(text: str) -> None:
    assert told(text) == "A fixed A fixed"


def test_the_sides_may_have_scores_of_their_own() -> None:
    assert told("", NS_SCORE="420", EW_SCORE="50") == "420 50"
    assert told("", NS_SCORE="420") == "420 -420"
    assert told("", EW_SCORE="50") == "-50 50"
    assert told("620", NS_SCORE="60%", EW_SCORE="-620") == "A+ fixed -620"
    assert told("", NS_SCORE="x", EW_SCORE="50") == "unknown score x : 50"


def test_a_split_score_counts_in_each_field_for_itself(score: Scorer) -> None:
    # North–South keep 420, a top; East–West are given 50: better than -170 and 0, level with 50.
    split = line(1, "", 6, 5).replace(
        "<SCORE>", "<NS_SCORE>420</NS_SCORE><EW_SCORE>50</EW_SCORE><SCORE>"
    )
    others = line(2, 170, 4, 0) + line(3, 0, 2, 2) + line(4, -50, 0, 5)
    content = f"<USEBIO><EVENT><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{split}{others}</BOARD>"
    status, printed = score(content + "</EVENT></USEBIO>")
    assert (status, printed.count("agrees")) == (0, 4)


def test_a_blank_line_with_points_is_what_fits(score: Scorer) -> None:
    passed_out = ((420, 6, 0), (170, 4, 2), ("", 2, 4), (-50, 0, 6))
    status, printed = score(event(FOUR, passed_out))
    assert (status, printed.count("agrees")) == (0, 8)
    given = ((420, 5.67, 0.33), (170, 3, 3), ("", 3, 3), (-50, 0.33, 5.67))
    status, printed = score(event(FOUR, given))
    assert (status, printed.count("agrees")) == (0, 7)
    assert "not compared: no score" in printed


def test_a_line_that_cannot_be_read_leaves_the_others_as_they_are(score: Scorer) -> None:
    lines = ((420, 5.67, 0.33), ("4♠ made", 3, 3), (170, 3, 3), (-50, 0.33, 5.67))
    status, printed = score(event(FOUR, lines))
    assert status == 0
    assert "7 lines agree, 0 differ, 1 not compared." in printed
    assert "not compared: unknown score 4♠ made" in printed


def test_unplayed_lines_count_neither_as_results_nor_as_missing(score: Scorer) -> None:
    # Only North–South's points are there, so that no top tells how many results there should be.
    status, printed = score(event(((420, 4, ""), (50, 2, ""), (-50, 0, ""), ("NP", "", ""))))
    assert (status, printed.count("agrees")) == (0, 3)


def test_an_adjusted_line_with_more_decimals_does_not_make_the_others_exact(score: Scorer) -> None:
    # The pair's own 62.35 % of the top, as a variable A+ gives.
    status, printed = score(small().replace("<NS_MATCH_POINTS>3.6<", "<NS_MATCH_POINTS>3.741<"))
    assert status == 1
    assert row(printed, 3, 1)[-1] == "DIFFERS"
    assert "17 lines agree, 1 differ" in printed


def test_a_board_scored_by_imps_beside_the_match_points_is_left_out(score: Scorer) -> None:
    imps = f'<BOARD EVENT_TYPE="BUTLER_PAIRS"><BOARD_NUMBER>1</BOARD_NUMBER>{line(1, 90, 9, 9)}'
    status, printed = score(event(FOUR).replace("</EVENT>", f"{imps}</BOARD></EVENT>"))
    assert (status, "4 lines agree, 0 differ, 0 not compared." in printed) == (0, True)


def test_what_a_file_names_does_not_steer_the_terminal(score: Scorer) -> None:
    head = "<EVENT_DESCRIPTION>\x9b31mred</EVENT_DESCRIPTION>"
    status, printed = score(event(FOUR, head=head).replace("<NS_PAIR_NUMBER>1", "&#x9b;31m"))
    assert status in {0, 2}
    assert "\x9b" not in printed
