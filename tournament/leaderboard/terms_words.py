"""Handicaps, categories and carry-over in words."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournament.events.models import Entry, Event
from tournament.rules.tallies import Part, Row

from .templatetags.triplicate import difference, points, score
from .wording import amount_words


def terms_pairs(
    before: Mapping[str, Any], after: Mapping[str, Any], game: str
) -> Iterator[tuple[str, str]]:
    """Yield what of an entry's terms was and is, for each of them that differs."""
    for name, words in (
        ("handicap", lambda value: handicap_words(value, game)),
        ("stratum", stratum_words),
        ("groups", groups_words),
        ("carry", lambda value: carried_words(value, game)),
    ):
        if before[name] != after[name]:
            yield words(before[name]), words(after[name])


def terms_lines(terms: Mapping[str, Any], game: str) -> list[str]:
    """Return in words what of an entry's terms is set."""
    usual: dict[str, Any] = {"handicap": None, "stratum": "", "groups": [], "carry": None}
    return [words for _was, words in terms_pairs(usual, terms, game)]


def handicap_words(handicap: list[str] | None, game: str) -> str:
    """Return “handicap +4 % of a board” or “no handicap”."""
    if handicap is None:
        return _("no handicap")
    unit, value = handicap
    return _("handicap %(amount)s") % {"amount": amount_words(unit, value, game)}


def stratum_words(stratum: str) -> str:
    """Return “stratum B” or “no stratum”."""
    return _("stratum %(name)s") % {"name": stratum} if stratum else _("no stratum")


def groups_words(groups: list[str]) -> str:
    """Return the groups between commas, or “no group”."""
    return ", ".join(groups) or _("no group")


def carried_words(carry: Mapping[str, str] | None, game: str) -> str:
    """Return what was typed as an earlier result, or that nothing was."""
    if carry is None:
        return _("no earlier result typed")
    values = {name: Fraction(value) for name, value in carry.items()}
    return _(
        "earlier result: %(points)s of %(tops)s MP, score %(score)s on %(boards)s boards, "
        "%(datum)s from the mean"
    ) % {
        "points": points(values["points"]),
        "tops": points(values["top_sum"]),
        "score": score(values["lives"], game),
        "boards": points(values["boards"]),
        "datum": score(values["datum"], game),
    }


def row_lines(event: Event, entry: Entry, row: Row) -> list[str]:
    """Return what counts for an entry beside its boards: its categories, handicap, carry-over."""
    names = [name for name in event.strata if name == entry.stratum]
    names += [name for name in event.groups if name in entry.groups]
    lines = [", ".join(names)] if names else []
    for part in row.parts:
        worth = part_words(part, event)
        if part.kind == "handicap":
            lines.append(_("handicap %(worth)s") % {"worth": worth})
        else:
            lines.append(_("carried over %(worth)s") % {"worth": worth})
    return lines


def part_words(part: Part, event: Event) -> str:
    """Return what a handicap or an earlier result added to what the event ranks by."""
    if event.method == Event.Method.LIVES:
        return difference(part.credit, event.game)
    if event.method == Event.Method.DATUM:
        return difference(part.datum, event.game)
    if part.top_sum:
        worth = {"points": points(part.points, 2), "tops": points(part.top_sum, 2)}
        return _("%(points)s of %(tops)s MP") % worth
    sign = "+" if part.points > 0 else ""
    return _("%(points)s MP") % {"points": f"{sign}{points(part.points, 2)}"}


def row_facts(event: Event, entry: Entry, row: Row) -> list[tuple[str, str]]:
    """Return, each under its name, an entry's ranks in categories, handicap and carry-over."""
    facts = [
        (_("Rank in %(category)s") % {"category": name}, str(rank))
        for name, rank in placed(event, row)
    ]
    for part in row.parts:
        words = part_words(part, event)
        if part.kind == "handicap":
            each = amount_words(entry.handicap_unit, str(entry.handicap), event.game)
            facts.append(
                (_("Handicap"), _("%(each)s, in all %(worth)s") % {"each": each, "worth": words})
            )
        else:
            facts.append((_("Carried over"), words))
    return facts


def placed(event: Event, row: Row) -> list[tuple[str, int]]:
    """Return the ranks in categories, in the event's order: a database may keep another."""
    places = dict(row.places)
    return [(name, places[name]) for name in (*event.strata, *event.groups) if name in places]
