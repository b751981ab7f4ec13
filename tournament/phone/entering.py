"""What a form of the table's pages says, read without trusting it.

A form holds `kind` (tricks, asks, fault or not_played) with what belongs to it: `tricks_0` …, what
else the game asks, `offender`, or `reason` and `other_reason`. The seat of whoever enters is never
read from it.
"""

import re
import uuid
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.variant import Variant
from tournament.errors import Refused
from tournament.players.services import text_clean
from tournament.results.asks import asked_read, field_names

NUMBER = re.compile(r"[0-9]{1,2}")


def one(data: QueryDict, name: str) -> str:
    """Return a field's only value, "" without one. Raises Refused for two."""
    values = data.getlist(name)
    if len(values) > 1:
        raise Refused(_("This form says two things at once. Reload the page and enter it again."))
    return values[0] if values else ""


def sent_id_read(data: QueryDict) -> uuid.UUID:
    """Return the number that the form was given when it was shown. Raises Refused without one."""
    try:
        return uuid.UUID(one(data, "sent_id"))
    except ValueError as error:
        raise Refused(_("This form is incomplete. Reload the page and enter it again.")) from error


def detail_read(data: QueryDict, rules: Variant) -> Mapping[str, Any]:
    """Return the result the form says, as `detail_scores` takes it. Raises Refused."""
    kind = one(data, "kind")
    if kind == "tricks":
        return {"tricks": _tricks(data, rules)}
    if kind == "asks":
        return asked_read(rules, lambda name: one(data, name))
    if kind == "fault":
        return {"fault": _offender(data, rules)}
    if kind == "not_played":
        return {"not_played": _reason(data)}
    raise Refused(_("This form is incomplete. Reload the page and enter it again."))


def own_version_read(data: QueryDict, rules: Variant) -> Mapping[str, Any] | None:
    """Return the version of whoever disputes an entry, None where none is given."""
    names = field_names(rules)
    if one(data, "kind") in {"", "tricks", "asks"} and not any(one(data, name) for name in names):
        return None
    return detail_read(data, rules)


def _tricks(data: QueryDict, rules: Variant) -> list[int]:
    """Return all counts; the last one is what the others leave."""
    total = rules.asks[0].total or 0
    texts = [one(data, f"tricks_{seat}").strip() for seat in range(rules.seats)]
    if any(text and not NUMBER.fullmatch(text) for text in texts):
        raise Refused(_("A trick count is a whole number from 0 to %(total)d.") % {"total": total})
    given = [int(text) for text in texts if text]
    left = total - sum(given)
    missing = len(texts) - len(given)
    if left < 0 or (left and not missing):
        raise Refused(
            _("%(counts)s makes %(sum)d. Each count is from 0 to %(total)d, all make %(total)d.")
            % {"counts": " + ".join(map(str, given)), "sum": sum(given), "total": total}
        )
    if left and missing > 1:
        raise Refused(_("Choose the tricks of two players: the third has what is left."))
    return [int(text) if text else left for text in texts]


def _offender(data: QueryDict, rules: Variant) -> int:
    text = one(data, "offender")
    if not NUMBER.fullmatch(text) or int(text) >= rules.seats:
        raise Refused(_("Choose who misplayed."))
    return int(text)


def _reason(data: QueryDict) -> str:
    written = text_clean(one(data, "other_reason"))
    return written or text_clean(one(data, "reason"))
