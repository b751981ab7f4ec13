"""What a director put right, as everybody may read it: without names that are withheld, without
who directed, and of boards only once nobody has them still to play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.events.models import Event
from tournament.events.selectors import entry_public_name
from tournament.players.models import Player
from tournament.rulings.models import Ruling
from tournament.rulings.selectors import (
    entries_ever,
    rulings_of_event,
    substitutes_of_event,
)

from .ruling_words import Naming, change_words, named
from .selectors import boards_open
from .withheld import names_replaced
from .wording import without_names


@dataclass(frozen=True, slots=True)
class RankMove:
    """A player whose rank a ruling changed; a rank is None for whoever has none."""

    name: str
    before: int | None
    after: int | None


def rank_moves(
    before: Mapping[str, int | None], after: Mapping[str, int | None], names: Mapping[str, str]
) -> list[RankMove]:
    """Return whose rank changed, by the new ranks. `names` is by entry number, as text."""
    moves = [RankMove(named(names, number), before.get(number), after[number]) for number in after]
    return sorted(moves, key=lambda move: (move.after is None, move.after, move.name))


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling as everybody may read it. `by_two`: another director confirmed it."""

    at: datetime
    lines: Sequence[str]
    reason: str
    moves: Sequence[RankMove]
    is_undo: bool
    is_undone: bool
    by_two: bool


@dataclass(frozen=True, slots=True)
class PublicHistory:
    """All that may be told, the latest first; `hidden` counts what has to wait."""

    told: Sequence[Told]
    hidden: int


def public_history(event: Event) -> PublicHistory:
    """Return the event's rulings in public words."""
    rulings = list(rulings_of_event(event))
    opened = set(boards_open(event).values_list("pk", flat=True))
    shown = [
        ruling
        for ruling in rulings
        if all(
            play.board_id in opened and play.instead_of_id in {None, *opened}
            for play in ruling.plays.all()
        )
    ]
    numbers = {str(entry.number): entry_public_name(entry) for entry in entries_ever(event.pk)}
    naming = Naming(event.game, numbers, _substitutes(event), in_public=True)
    replaced = names_replaced(event.pk)
    told = [_told(ruling, naming, replaced) for ruling in shown]
    return PublicHistory(told, len(rulings) - len(shown))


def _told(ruling: Ruling, naming: Naming, replaced: Mapping[str, str]) -> Told:
    return Told(
        at=ruling.at,
        lines=change_words(ruling, ruling.plays.all(), ruling.entry, naming),
        reason=without_names(ruling.reason, replaced),
        moves=rank_moves(ruling.ranks_before, ruling.ranks_after, naming.numbers),
        is_undo=ruling.undoes_id is not None,
        is_undone=hasattr(ruling, "undone_by"),
        by_two=hasattr(ruling, "answer"),
    )


def _substitutes(event: Event) -> dict[int, str]:
    def name(player: Player) -> str:
        return player.name if player.name_public else _("A substitute")

    return {player.pk: name(player) for player in substitutes_of_event(event.pk)}
