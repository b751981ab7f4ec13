"""What the pages of friendly tables say of matches: lives, endings, lines of a score sheet."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from engine.matches import EndingKind, LivesMatch, Match
from tournament.rules.display import lives_number

LINES: Mapping[str, Promise] = {
    "lives": pgettext_lazy("score sheet", "Lives left"),
    "won": pgettext_lazy("score sheet", "Won"),
    "lost": pgettext_lazy("score sheet", "Lost"),
    "points": pgettext_lazy("score sheet", "Points"),
    "tricks": pgettext_lazy("score sheet", "Tricks of the jeu"),
}


def half_lives(count: int) -> str:
    """Return half-lives as lives, without a sign: 7 → 3½, 1 → ½, 0 → 0."""
    whole, half = divmod(count, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def lives_words(left: int, won: int, lost: int) -> str:
    """Return a player's lives in words, from half-lives: “5 lives (1 won, 2 lost)”."""
    left_words = ngettext("%(count)s life", "%(count)s lives", lives_number(left))
    won_words = ngettext("%(count)s won", "%(count)s won", lives_number(won))
    lost_words = ngettext("%(count)s lost", "%(count)s lost", lives_number(lost))
    return _("%(lives)s (%(won)s, %(lost)s)") % {
        "lives": left_words % {"count": half_lives(left)},
        "won": won_words % {"count": half_lives(won)},
        "lost": lost_words % {"count": half_lives(lost)},
    }


def line_name(name: str) -> str:
    """Return the name of a line of the score sheet; a game's own word where there is none."""
    return str(LINES.get(name, name))


def line_value(match: Match, value: int) -> str:
    """Return a figure of the score sheet in the game's unit."""
    return half_lives(value) if isinstance(match, LivesMatch) else str(value)


def names_joined(names: Iterable[str]) -> str:
    """Return names as a list in words: “Anne, Ben and Chloé”."""
    *first, last = names
    return pgettext("names", " and ").join([", ".join(first), last] if first else [last])


def ending_words(match: Match, names: Sequence[str]) -> str:
    """Return how a match ended, "" while it goes on; `names` are the players'."""
    ending = match.ending
    if ending is None:
        return ""
    losers = names_joined(names[player] for player in ending.losers) if ending.losers else ""
    winners = names_joined(names[player] for player in ending.winners) if ending.winners else ""
    if ending.kind is EndingKind.FITIL:
        return _("%(name)s is the Fitil, and deals the next match.") % {"name": losers}
    if ending.kind is EndingKind.CAVEAU:
        return _("A Caveau: %(names)s lose together!") % {"names": losers}
    count = len(ending.winners)
    if isinstance(match, LivesMatch):
        return ngettext(
            "%(names)s has won six lives, and with them the match.",
            "%(names)s have won six lives each, and with them the match.",
            count,
        ) % {"names": winners}
    return ngettext("%(names)s wins the match.", "%(names)s win the match.", count) % {
        "names": winners
    }


def rules_words(match: Match) -> str:
    """Return in a sentence how far the table's matches go."""
    if isinstance(match, LivesMatch):
        if match.win_at_12:
            return _("Six lives each; whoever wins six lives in all ends the match too.")
        return _("Six lives each; whoever wins eight lives in all buries the others in a Caveau.")
    target = getattr(match, "target", None)
    return _("To %(target)d points.") % {"target": target} if isinstance(target, int) else ""
