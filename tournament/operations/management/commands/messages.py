import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.operations.catalogue import (
    GettextMissing,
    Key,
    catalogue_files,
    catalogue_merged,
    catalogue_read,
    catalogue_write,
    key,
    texts_of,
)


class Command(BaseCommand):
    """Bring the catalogues of translations up to the texts of the sources, or say what differs."""

    help = "Finds the texts of the site, and writes them to the catalogues of translations."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail where a catalogue differs"
        )

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        try:
            texts = texts_of(settings.BASE_DIR)
        except GettextMissing as missing:
            raise CommandError(
                "Finding the texts takes xgettext, which is not on this machine: install gettext"
                " (Debian and Ubuntu: apt install gettext; macOS: brew install gettext)."
            ) from missing
        except subprocess.CalledProcessError as failure:
            raise CommandError(f"xgettext: {failure.stderr.strip()}") from failure
        differences: list[str] = []
        for path in catalogue_files(Path(settings.LOCALE_PATHS[0])):
            catalogue = catalogue_read(path)
            merged = catalogue_merged(catalogue, texts)
            has, should = {key(entry) for entry in catalogue}, {key(entry) for entry in merged}
            language = path.parts[-3]
            differences += [f"{language}: new: {_words(text)}" for text in should - has]
            differences += [f"{language}: gone: {_words(text)}" for text in has - should]
            if not check:
                catalogue_write(path, merged)
                translated = sum(entry.translated() for entry in merged)
                self.stdout.write(f"{language}: {translated} of {len(merged)} texts translated.")
        if check and differences:
            advice = "Run `make messages`, then translate what is new."
            raise CommandError("\n".join([*sorted(differences), advice]))


def _words(text: Key) -> str:
    context, singular, _plural = text
    return f"{singular!r} ({context})" if context else repr(singular)
