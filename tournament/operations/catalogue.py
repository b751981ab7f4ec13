"""The catalogues of translations: the texts found in the sources, and the files made of them.

English is the language of the sources. `tournament/locale/<language>/LC_MESSAGES/django.po` is what
translators edit; `django.mo`, compiled from it, is what the site reads. Both are kept, so that a
site needs no tool. Only finding the texts takes GNU gettext's `xgettext`."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import polib
from django.utils.translation.template import templatize

# Where texts for people are: folders of the source tree, and how the names of their files end.
SOURCES = (("templates", ".html"), ("deals", ".py"), ("tournament", ".py"))
# The names under which Django offers gettext's functions, as Django's own makemessages lists them.
KEYWORDS = (
    "gettext_noop",
    "gettext_lazy",
    "ngettext_lazy:1,2",
    "pgettext:1c,2",
    "npgettext:1c,2,3",
    "pgettext_lazy:1c,2",
    "npgettext_lazy:1c,2,3",
)
_UNWRAPPED = 0  # one line per text, so that a change of one word is a change of one line


class GettextMissing(Exception):
    """This machine has no xgettext."""


Key = tuple[str | None, str, str | None]  # what tells texts apart: context, text, plural


def key(entry: polib.POEntry) -> Key:
    """Return what tells this entry from every other of a catalogue."""
    return entry.msgctxt, entry.msgid, entry.msgid_plural or None


def catalogue_files(folder: Path) -> list[Path]:
    """Return the .po files under a folder of translations, one per language."""
    return sorted(folder.glob("*/LC_MESSAGES/django.po"))


def catalogue_read(path: Path) -> polib.POFile:
    """Return a catalogue as its file has it."""
    return polib.pofile(str(path), wrapwidth=_UNWRAPPED)


def texts_of(root: Path) -> polib.POFile:
    """Return a catalogue without translations: every text for people under `root`.

    Entries come in the order of their files' names, and name the files but not the lines, so that
    editing a page changes no more than what it says.

    Raises GettextMissing, and CalledProcessError where xgettext cannot read a source."""
    with TemporaryDirectory() as folder:
        copies = Path(folder)
        names = []
        for path in _sources(root):
            name = path.relative_to(root)
            text = path.read_text(encoding="utf-8")
            # A template becomes what xgettext takes for Python, line for line.
            readable = templatize(text, origin=str(name)) if path.suffix == ".html" else text
            (copies / name).parent.mkdir(parents=True, exist_ok=True)
            (copies / name).write_text(readable, encoding="utf-8")
            names.append(str(name))
        found = _xgettext(copies, names)
    return polib.pofile(found, wrapwidth=_UNWRAPPED)


def catalogue_merged(catalogue: polib.POFile, texts: polib.POFile) -> polib.POFile:
    """Return the catalogue of exactly these texts, with the translations it had of them.

    A text that changed is a new text, without a translation: there is no guessing."""
    had = {key(entry): entry for entry in catalogue}
    merged = polib.POFile(wrapwidth=_UNWRAPPED)
    merged.header = catalogue.header
    merged.metadata = catalogue.metadata
    for text in texts:
        old = had.get(key(text))
        merged.append(
            polib.POEntry(
                msgctxt=text.msgctxt,
                msgid=text.msgid,
                msgid_plural=text.msgid_plural,
                msgstr=old.msgstr if old else "",
                msgstr_plural=old.msgstr_plural if old else text.msgstr_plural,
                comment=text.comment,
                tcomment=old.tcomment if old else "",
                occurrences=text.occurrences,
                flags=text.flags,
            )
        )
    return merged


def catalogue_write(path: Path, catalogue: polib.POFile) -> None:
    """Store a catalogue, and what the site reads of it beside it."""
    catalogue.save(str(path))
    path.with_suffix(".mo").write_bytes(catalogue.to_binary())


def _sources(root: Path) -> Iterator[Path]:
    for folder, ending in SOURCES:
        yield from sorted((root / folder).rglob(f"*{ending}"))


def _xgettext(folder: Path, names: list[str]) -> str:
    command = [
        "xgettext",
        *(f"--keyword={keyword}" for keyword in KEYWORDS),
        "--language=Python",
        "--from-code=UTF-8",
        "--add-comments=Translators",
        "--add-location=file",
        "--files-from=-",
        "--output=-",
    ]
    try:
        run = subprocess.run(
            command,
            cwd=folder,
            input="\n".join(names),
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
    except FileNotFoundError as missing:
        raise GettextMissing from missing
    return run.stdout
