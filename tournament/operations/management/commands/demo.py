from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.operations.accounts import director_ensure, password_if_unchanged
from tournament.operations.demo import demo_create
from tournament.operations.terminal import terminal_language


class Command(BaseCommand):
    """Make the demo club on a new installation, and say how its director signs in."""

    help = "Makes the demo club unless there is a club, and prints the director's sign-in."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with translation.override(terminal_language()):
            self._make_and_say()

    def _make_and_say(self) -> None:
        if demo_create():
            self.stdout.write(_("Made the demo club “Les Trois Valets”."))
        director = director_ensure()
        facts = {"name": director.get_username(), "password": password_if_unchanged(director)}
        if facts["password"] is None:
            self.stdout.write(_("Director: sign in as “%(name)s”.") % facts)
        else:
            self.stdout.write(_("Director: %(name)s   Password: %(password)s") % facts)
