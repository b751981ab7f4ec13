"""What other apps add to a participant's page: the match that a deal belongs to, for instance.

An app above registers how it makes its panel; the page shows it whenever it is rendered, for a
request or for a stream. A panel is for its participant's eyes, and holds nobody else's cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .models import Participant


@dataclass(frozen=True, slots=True)
class Panel:
    """A template, and what it takes as `panel.context`."""

    template: str
    context: Any


Provider = Callable[[Participant], Panel | None]

_providers: dict[str, Provider] = {}


def panel_register(name: str, provider: Provider) -> None:
    """Let `provider` add a panel to the pages of the participants it knows."""
    _providers[name] = provider


def panels_of(participant: Participant) -> list[Panel]:
    """Return the panels of a participant's page, in the order they were registered."""
    made = (provider(participant) for provider in _providers.values())
    return [panel for panel in made if panel is not None]
