import os
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from tournament.operations.accounts import director_ensure, password_if_unchanged
from tournament.operations.demo import demo_create


class Command(BaseCommand):
    """Make the demo club on a new installation, and say how its director signs in."""

    help = "Makes the demo club unless there is a club, and prints the director's sign-in."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with translation.override(_language()):
            made = demo_create()
        if made:
            self.stdout.write("Made the demo club “Les Trois Valets”.")
        director = director_ensure()
        password = password_if_unchanged(director)
        if password is None:
            self.stdout.write(f"Director: sign in as “{director.get_username()}”.")
        else:
            self.stdout.write(f"Director: {director.get_username()}   Password: {password}")


def _language() -> str:
    """Return the language of whoever starts this, as far as the terminal tells."""
    spoken = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "fr" if spoken.startswith("fr") else "en"
