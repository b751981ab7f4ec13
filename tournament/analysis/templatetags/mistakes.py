"""Mistakes in what pages show of plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from tournament.analysis.models import Mistake
from tournament.analysis.selectors import deal_mistakes, mistakes_of_entry
from tournament.events.models import Entry
from tournament.live.models import LiveDeal
from tournament.live.wording import the_card

register = template.Library()


@dataclass(frozen=True, slots=True)
class Marks:
    """The mistakes in a deal: that of the card which led to a position, and all of them."""

    here: Mistake | None
    every: Sequence[Mistake]
    codes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many mistakes an entry made, by play, and in all."""

    by_play: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.by_play.values())

    @property
    def boards(self) -> int:
        return len(self.by_play)


@register.simple_tag
def marks_of(live: LiveDeal, ply: int) -> Marks | None:
    """Return the mistakes of a deal seen after `ply` cards; None where none may be shown."""
    found = deal_mistakes(live)
    if found is None:
        return None
    here = next((mistake for mistake in found if mistake.ply == ply), None)
    return Marks(here, found, frozenset(mistake.card for mistake in found))


@register.simple_tag
def mistakes_made(entry: Entry) -> Counts:
    """Return how many mistakes an entry made on boards that may be shown."""
    return Counts(mistakes_of_entry(entry))


@register.filter
def in_play(counts: Counts, play_id: int) -> int | None:
    """Return how many were made in one play; None where it was not analysed."""
    return counts.by_play.get(play_id)


@register.filter
def made_in(counts: Mapping[int, int], key: int) -> int | None:
    """Return the number that stands under this key; None where nothing was analysed."""
    return counts.get(key)


@register.filter
def one_of_cards(codes: Sequence[str]) -> str:
    """Return the cards in words, any one of them: “the ace of hearts or the ten of clubs”."""
    named = [the_card(code) for code in codes]
    if len(named) < 2:
        return "".join(named)
    return _("%(some)s or %(last)s") % {"some": ", ".join(named[:-1]), "last": named[-1]}
