"""What holds for an entry beside its boards, as a change a director makes.

See `changes.py` for what a change is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.events.models import Entry
from tournament.events.ranking import terms_of, terms_set
from tournament.tables.models import Play

from .models import Ruling


@dataclass(frozen=True)
class TermsChange:
    """An entry's handicap, categories and carry-over, as `events.ranking.terms_of` gives them."""

    entry: Entry
    kind = Ruling.Kind.TERMS
    plays: Sequence[Play] = ()

    def read(self) -> Any:
        return terms_of(Entry.objects.get(pk=self.entry.pk))

    def write(self, after: Any) -> None:
        terms_set(entry=self.entry, terms=after)
