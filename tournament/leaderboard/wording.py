"""Words for pages that anyone may read: results, and what people typed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournament.events.models import Event
from tournament.results.models import Award
from tournament.rules.display import MINUS, plural_number, rounded
from tournament.rules.inputs import Unranked
from tournament.rules.scores import Average, Score, from_text, to_text
from tournament.rules.tallies import Row

from .templatetags.triplicate import is_in_lives, seat_letter

# Shorter parts of a name are initials and particles: they name nobody by themselves.
PART_LENGTH = 3


def without_names(text: str, shown: Mapping[str, str]) -> str:
    """Return `text` with people's names as pages show them: `shown` maps real names to those.

    Directors write reasons such as "Marie misread her hand": a part of a name stands for it, too.
    """
    words = {name: public for name, public in shown.items() if name.strip()}
    for name, public in shown.items():
        for part in name.split():
            if len(part) >= PART_LENGTH:
                words.setdefault(part, public)
    if not words:
        return text
    longest_first = sorted(words, key=len, reverse=True)
    pattern = "|".join(re.escape(word) for word in longest_first)
    folded = {word.casefold(): public for word, public in words.items()}
    return re.sub(
        rf"(?<!\w)(?:{pattern})(?!\w)",
        lambda found: folded.get(found[0].casefold(), found[0]),
        text,
        flags=re.IGNORECASE,
    )


UNRANKED: Mapping[Unranked, Promise] = {
    Unranked.STAND_IN: gettext_lazy("not ranked: fills a table"),
    Unranked.FEW_BOARDS: gettext_lazy("not ranked: too few boards"),
    Unranked.WITHDREW: gettext_lazy("not ranked: left before half"),
    Unranked.NO_NAME: gettext_lazy("not ranked: nobody played half of the boards"),
}


def unranked_words(row: Row) -> str:
    """Return why an entry with results has no rank; nothing for all others."""
    return str(UNRANKED.get(row.unranked, "")) if row.unranked else ""


def no_percent_words(event: Event, rows: Iterable[Row]) -> str:
    """Return why ranked rows have no per cent yet: nobody else has played those boards."""
    percents = [row.percent for row in rows if row.rank is not None]
    if event.method != Event.Method.MATCHPOINTS or None not in percents:
        return ""
    if any(percent is not None for percent in percents):
        return _("Who has a dash for the per cent has played boards that no other table has yet.")
    if event.movement == Event.Movement.SHARED:
        return _(
            "No per cent yet: each board has been at one table so far. It is compared once another "
            "has played it; until then the scores decide."
        )
    return _(
        "No per cent: each board is played at one table, so that there is nobody to compare with. "
        "The scores decide."
    )


def award_words(*, nature: str, unit: str, value: str, game: str) -> str:
    """Return “procedural penalty −10 % of a board”; a game's own score in its own unit."""
    return f"{Award.Nature(nature).label} {amount_words(unit, value, game)}"


def amount_words(unit: str, value: str, game: str) -> str:
    """Return “−10 % of a board”, “+1.5 matchpoints”, “+1 half-life” or “+1 point”."""
    amount = rounded(Decimal(value), 2).normalize()
    number = plural_number(amount)
    figure = f"{MINUS if amount < 0 else '+'}{number_format(abs(amount), use_l10n=True)}"
    if unit == Award.Unit.PERCENT:
        words = _("%(figure)s %% of a board")
    elif unit == Award.Unit.POINTS:
        words = ngettext("%(figure)s matchpoint", "%(figure)s matchpoints", number)
    elif is_in_lives(game):
        words = ngettext("%(figure)s half-life", "%(figure)s half-lives", number)
    else:
        words = ngettext("%(figure)s point", "%(figure)s points", number)
    return words % {"figure": figure}


def amount_unit(unit: str, game: str) -> str:
    """Return in what an amount is counted: “per cent of a board”, “matchpoints”, “half-lives”."""
    return score_unit(game) if unit == Award.Unit.LIVES else str(Award.Unit(unit).label)


def score_unit(game: str) -> str:
    """Return in what a game's own scores are counted, as a choice among units."""
    return pgettext("unit", "half-lives") if is_in_lives(game) else pgettext("unit", "points")


def average_words(score: Score) -> str:
    """Return `A+`, `A` or `A−` for an average, nothing for any other score."""
    return to_text(score)[:2].strip().replace("-", MINUS) if isinstance(score, Average) else ""


def adjusted_words(seats: Sequence[Mapping[str, Any] | None], *, between: str = "-") -> str:
    """Return `A+ / A− / –`, or `60 % 5-3-2, 40 % 4-4-2` where all seats are given the same."""
    words = [_given_words(given, between) for given in seats]
    return words[0] if len(set(words)) == 1 else " / ".join(words)


def _given_words(given: Mapping[str, Any] | None, between: str) -> str:
    if given is None:
        return "–"
    if "average" in given:
        return average_words(from_text(given["average"]))
    shares = [
        (percent, result_words(detail, between=between)) for percent, detail in given["shares"]
    ]
    if len(shares) == 1:
        return shares[0][1]
    return ", ".join(
        # Translators: a part of a weighted score, such as "60 % 5-3-2".
        _("%(percent)d %% %(result)s") % {"percent": percent, "result": result}
        for percent, result in shares
    )


def result_words(
    detail: Mapping[str, Any] | None, *, between: str = "-", with_reason: bool = False
) -> str:
    """Return `5-3-2`, `50-20-0, best A`, "misplay by seat B", `A+ / A- / –`, or "not played".

    Why a board was not played was typed at the table and stays in the room: only pages for those
    who are there ask `with_reason`, for "not played: no time".
    """
    if not detail:
        return _("no result")
    if "tricks" in detail:
        return between.join(map(str, detail["tricks"]))
    if "combinations" in detail:
        best = "".join(seat_letter(seat) for seat, one in enumerate(detail["best"]) if one)
        worth = between.join(map(str, detail["combinations"]))
        return _("%(combinations)s, best %(seats)s") % {"combinations": worth, "seats": best}
    if "adjusted" in detail:
        return adjusted_words(detail["adjusted"], between=between)
    if "fault" in detail:
        return _("misplay by seat %(seat)s") % {"seat": seat_letter(detail["fault"])}
    if with_reason:
        return _("not played: %(reason)s") % {"reason": detail["not_played"]}
    return _("not played")
