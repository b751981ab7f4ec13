"""Words for pages that anyone may read: results, and what people typed."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from .templatetags.triplicate import seat_letter

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


def result_words(
    detail: Mapping[str, Any], *, between: str = "-", with_reason: bool = False
) -> str:
    """Return `5-3-2`, `50-20-0, best A`, "misplay by seat B", or "not played".

    Why a board was not played was typed at the table and stays in the room: only pages for those
    who are there ask `with_reason`, for "not played: no time".
    """
    if "tricks" in detail:
        return between.join(map(str, detail["tricks"]))
    if "combinations" in detail:
        best = "".join(seat_letter(seat) for seat, one in enumerate(detail["best"]) if one)
        worth = between.join(map(str, detail["combinations"]))
        return _("%(combinations)s, best %(seats)s") % {"combinations": worth, "seats": best}
    if "fault" in detail:
        return _("misplay by seat %(seat)s") % {"seat": seat_letter(detail["fault"])}
    if with_reason:
        return _("not played: %(reason)s") % {"reason": detail["not_played"]}
    return _("not played")
