"""What other apps tell those who sit at a table of an event: that the director is on the way, for
instance. An app above registers how it makes it.

While a deal is being played it is kept with the table's facts: whoever has news raises the deal's
version, by `live_announce`. Between deals it is read for each page.
"""

from collections.abc import Callable, Mapping, Sequence

from tournament.tables.models import Table

from .panels import Panel

# Takes a table and its participants' public ids; what it returns is by public id.
Provider = Callable[[Table, Sequence[str]], Mapping[str, Panel]]

_providers: list[Provider] = []


def news_register(provider: Provider) -> None:
    """Let `provider` tell those at a table its news."""
    _providers.append(provider)


def news_of(table: Table, readers: Sequence[str]) -> Mapping[str, Sequence[Panel]]:
    """Return the news of a table for these participants."""
    made = [provider(table, readers) for provider in _providers]
    return {reader: [each[reader] for each in made if reader in each] for reader in readers}
