"""Where players stand within their group, where the field was parted into several."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournament.events.models import Event
from tournament.events.sections import sections_of

from .selectors import LeaderboardRow


def sections_shown(event: Event) -> list[int]:
    """Return the numbers of the event's groups; none where all are one."""
    found = sections_of(event)
    return found if len(found) > 1 else []


def group_words(each: LeaderboardRow, within: Mapping[int, int]) -> str:
    """Return the rank in the group, in words; "" without one. `within` is `section_ranks`."""
    rank = within.get(each.entry.pk)
    if rank is None:
        return ""
    return _("group %(number)d: rank %(rank)d") % {"number": each.entry.section, "rank": rank}


def section_ranks(rows: Sequence[LeaderboardRow]) -> Mapping[int, int]:
    """Return by entry the rank within its section. `rows` are the whole ranking, in its order.

    Who shares a rank in the whole ranking shares it here: 1, 2, 2, 4.
    """
    ranks: dict[int, int] = {}
    before: Counter[int] = Counter()
    last: dict[int, tuple[int, int]] = {}
    for each in rows:
        whole = each.row.rank
        if whole is None:
            continue
        section = each.entry.section
        before[section] += 1
        level_with, rank = last.get(section, (0, 0))
        if level_with != whole:
            rank = before[section]
        last[section] = whole, rank
        ranks[each.entry.pk] = rank
    return ranks
