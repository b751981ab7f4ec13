"""What becomes of translations when the texts of the sources change."""

from pathlib import Path

import polib
import pytest
from django.core.management import CommandError, call_command

from tournament.operations.catalogue import catalogue_merged, catalogue_write


def catalogue(*entries: polib.POEntry) -> polib.POFile:
    made = polib.POFile()
    made.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    made.extend(entries)
    return made


def found(msgid: str, **others: object) -> polib.POEntry:
    return polib.POEntry(msgid=msgid, occurrences=[("templates/home.html", "")], **others)


def test_translations_stay_with_their_texts() -> None:
    had = catalogue(
        polib.POEntry(msgid="Board", msgstr="Étui", tcomment="Not the wooden one."),
        polib.POEntry(msgid="Print", msgctxt="action", msgstr="Imprimer"),
        polib.POEntry(
            msgid="one", msgid_plural="many", msgstr_plural={0: "un", 1: "des"}, obsolete=False
        ),
    )
    one = found("one", msgid_plural="many", msgstr_plural={0: "", 1: ""})
    merged = catalogue_merged(had, catalogue(one, found("Print", msgctxt="action"), found("Board")))
    assert [(entry.msgid, entry.msgstr or entry.msgstr_plural) for entry in merged] == [
        ("one", {0: "un", 1: "des"}),
        ("Print", "Imprimer"),
        ("Board", "Étui"),
    ]
    assert merged[2].tcomment == "Not the wooden one."
    assert merged[2].occurrences == [("templates/home.html", "")]
    assert merged.metadata == had.metadata


def test_a_changed_text_has_no_translation_and_the_old_one_is_gone() -> None:
    had = catalogue(polib.POEntry(msgid="Close the round", msgstr="Clore le tour"))
    merged = catalogue_merged(had, catalogue(found("Close this round")))
    assert [(entry.msgid, entry.msgstr) for entry in merged] == [("Close this round", "")]


def test_a_text_in_another_sense_is_another_text() -> None:
    had = catalogue(polib.POEntry(msgid="Print", msgctxt="action", msgstr="Imprimer"))
    merged = catalogue_merged(had, catalogue(found("Print")))
    assert merged[0].msgstr == ""


def test_writing_compiles_what_is_translated(tmp_path: Path) -> None:
    path = tmp_path / "django.po"
    catalogue_write(path, catalogue(found("Board", msgstr="Étui"), found("Round")))
    compiled = polib.mofile(str(path.with_suffix(".mo")))
    assert [(entry.msgid, entry.msgstr) for entry in compiled] == [("Board", "Étui")]


def test_without_gettext_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="install gettext"):
        call_command("messages", "--check")
