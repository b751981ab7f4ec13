"""The catalogues of translations are complete, and compiled from what is there."""

import re
import string
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils import formats, translation

from tournament.operations.catalogue import catalogue_files, catalogue_read

CATALOGUES = catalogue_files(Path(settings.LOCALE_PATHS[0]))


@pytest.fixture(params=CATALOGUES, ids=lambda path: path.parts[-3])
def path(request: pytest.FixtureRequest) -> Path:
    """Each language's catalogue in turn."""
    found: Path = request.param
    return found


@pytest.fixture
def catalogue(path: Path) -> polib.POFile:
    return catalogue_read(path)


def texts(entry: polib.POEntry) -> list[str]:
    """The translations of an entry: one, or one for each plural form."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> set[str]:
    """What a text is filled in with: %(name)s, {name}; %% is not, it stands for a per cent sign."""
    percent = re.findall(r"%\(\w+\)[sd]", text.replace("%%", ""))
    return {*percent, *(f"{{{name}}}" for _, name, _, _ in string.Formatter().parse(text) if name)}


def tags(text: str) -> list[str]:
    return sorted(re.findall(r"</?\w+[^>]*>", text))


def test_every_language_but_that_of_the_sources_has_a_catalogue() -> None:
    found = {path.parts[-3] for path in CATALOGUES}
    assert found == {code for code, _ in settings.LANGUAGES} - {settings.LANGUAGE_CODE}


def test_every_text_is_translated(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue if not all(texts(entry))] == []
    assert [entry.msgid for entry in catalogue if entry.fuzzy or entry.obsolete] == []


def test_every_plural_form_is_there(catalogue: polib.POFile) -> None:
    said = re.search(r"nplurals=(\d+)", catalogue.metadata["Plural-Forms"])
    assert said is not None
    forms = set(range(int(said[1])))
    assert [
        entry.msgid
        for entry in catalogue
        if entry.msgid_plural and set(entry.msgstr_plural) != forms
    ] == []


def test_translations_are_filled_in_with_what_the_sources_give(catalogue: polib.POFile) -> None:
    # A singular may leave its number out; nothing may ask for what it is not given.
    wrong = []
    for entry in catalogue:
        given = placeholders(entry.msgid) | placeholders(entry.msgid_plural or entry.msgid)
        for number, text in enumerate(texts(entry)):
            may_lack = entry.msgid_plural and number == 0
            if not placeholders(text) <= given or (placeholders(text) != given and not may_lack):
                wrong.append((entry.msgid, text))
    assert wrong == []


def test_translations_have_the_markup_of_the_sources(catalogue: polib.POFile) -> None:
    assert [
        (entry.msgid, text)
        for entry in catalogue
        for text in texts(entry)
        if tags(text) not in (tags(entry.msgid), tags(entry.msgid_plural or entry.msgid))
    ] == []


def test_what_the_site_reads_is_compiled_from_the_catalogue(
    path: Path, catalogue: polib.POFile
) -> None:
    assert path.with_suffix(".mo").read_bytes() == catalogue.to_binary(), "run `make messages`"


def test_french_has_the_apostrophes_and_spaces_of_print() -> None:
    [path] = [path for path in CATALOGUES if path.parts[-3] == "fr"]
    # A no-break space is before a sign of two parts and a per cent sign, and inside « ».
    # \s is any space, " " only the one at which a line may break.
    loose = re.compile(r"'| [;:!?»]| %(?!\()|« |[^\s][;:!?](\s|$)|[\d}]%|«\S|\S»")
    assert [
        text for entry in catalogue_read(path) for text in texts(entry) if loose.search(text)
    ] == []


def test_french_counts_none_like_one() -> None:
    with translation.override("fr"):
        counted = [
            translation.ngettext("%(n)d board", "%(n)d boards", n) % {"n": n} for n in range(3)
        ]
    assert counted == ["0 étui", "1 étui", "2 étuis"]


@pytest.mark.django_db
def test_a_browser_gets_its_own_language(client: Client) -> None:
    assert (
        '<html lang="fr">'
        in client.get(
            "/sign-in/login/", headers={"accept-language": "fr-CH, de;q=0.8"}
        ).content.decode()
    )
    assert (
        '<html lang="en">'
        in client.get("/sign-in/login/", headers={"accept-language": "de"}).content.decode()
    )


@pytest.mark.parametrize(
    ("language", "long", "short", "number"),
    [
        ("en", "5 March 2026, 20:15", "5 Mar 2026, 20:15", "12.5"),
        ("fr", "5 mars 2026 à 20:15", "05/03/2026 20:15", "12,5"),
    ],
)
def test_dates_and_numbers_are_written_as_the_language_writes_them(
    language: str, long: str, short: str, number: str
) -> None:
    evening = datetime(2026, 3, 5, 20, 15, tzinfo=UTC)
    with translation.override(language):
        assert formats.date_format(evening, "DATETIME_FORMAT") == long
        assert formats.date_format(evening, "SHORT_DATETIME_FORMAT") == short
        assert formats.time_format(evening) == "20:15"
        assert formats.localize(Decimal("12.5")) == number
