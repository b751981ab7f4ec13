"""What only the pages of friendly tables draw."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

register = template.Library()

BOTS: dict[str, Promise] = {
    "simple": pgettext_lazy("bot", "simple bot: plays at once"),
    "random": pgettext_lazy("bot", "bot that plays at random"),
    "careful": pgettext_lazy("bot", "careful bot: thinks before it plays"),
    "strong": pgettext_lazy("bot", "strong bot: thinks longest, and plays best"),
}
GAMES: dict[str, Promise] = {
    "comon": gettext_lazy(
        "Two suits are trumps, equal trumps cancel each other, and the second loses a life."
    ),
    "vicaire": gettext_lazy(
        "Hearts are trumps, and the tricks must add up to just the right number."
    ),
    "triton": gettext_lazy(
        "No trumps, but sevens cut; the best poker hand among the cards won scores."
    ),
}


@register.filter
def bot_words(name: str) -> str:
    """Return what a bot is called on a page."""
    return str(BOTS.get(name, name))


@register.filter
def game_words(key: str) -> str:
    """Return a game in a sentence; "" for one that has none."""
    return str(GAMES.get(key, ""))
