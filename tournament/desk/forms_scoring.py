"""By what an event ranks."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.events.models import Event
from tournament.events.services import BOARDS_MOST, ROUNDS_MOST
from tournament.rules.inputs import TieBreak

from .forms_desk import DeskForm

METHODS = [
    (
        Event.Method.MATCHPOINTS,
        _("Matchpoints: each result is compared with all who held the same cards."),
    ),
    (Event.Method.LIVES, _("The game’s own score, added up: lives at Com’on!, points elsewhere.")),
    (
        Event.Method.DATUM,
        _("Difference from the mean: score above or below what these cards brought on average."),
    ),
]
ROUNDINGS = [
    (Event.Rounding.EXACT, _("exact fractions")),
    (Event.Rounding.WBF, _("one decimal per board, as bridge federations round")),
]
SIT_OUTS = [
    (Event.SitOutRule.NONE, _("does not count")),
    (Event.SitOutRule.FIFTY, _("counts 50% of its boards")),
    (Event.SitOutRule.SIXTY, _("counts 60% of its boards")),
    (Event.SitOutRule.OWN, _("counts the player’s own percentage")),
]
TIE_BREAKS: list[tuple[str, str | Promise]] = [
    ("", pgettext_lazy("tie-break", "none")),
    (TieBreak.HEAD_TO_HEAD, _("head to head, at the same tables")),
    (TieBreak.TOPS, _("number of tops")),
    (TieBreak.LIVES, _("sum of the game’s own scores")),
    (TieBreak.LAST_BOARDS, _("last boards, backwards")),
    (TieBreak.LOT, _("drawn lot")),
]


class ScoringForm(DeskForm):
    """How the event ranks: may change until the standings are official."""

    method = forms.ChoiceField(label=_("What is ranked"), choices=METHODS, widget=forms.RadioSelect)
    rounding = forms.ChoiceField(
        label=_("Matchpoints are"), choices=ROUNDINGS, help_text=_("For matchpoints only.")
    )
    sit_out = forms.ChoiceField(label=_("A round sat out"), choices=SIT_OUTS)
    minimum_boards = forms.IntegerField(
        label=_("Boards to be ranked"),
        min_value=0,
        max_value=ROUNDS_MOST * BOARDS_MOST,
        help_text=_("Whoever has played fewer is not ranked at the end. 0: everybody is."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, len(TieBreak) + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=str(place), choices=TIE_BREAKS, required=False
            )

    def tie_break_fields(self) -> list[forms.BoundField]:
        """Return the tie-breaks' boxes in order."""
        return [self[name] for name in self.fields if name.startswith("tie_break_")]

    def clean(self) -> dict[str, Any]:
        """Gather the tie-breaks, without gaps, as `tie_breaks`."""
        cleaned = super().clean() or self.cleaned_data
        chosen = {
            name: value
            for name, value in cleaned.items()
            if name.startswith("tie_break_") and value
        }
        order = tuple(chosen.values())
        seen: set[str] = set()
        for name, value in chosen.items():
            if value in seen:
                self.add_error(name, _("This one is chosen already."))
            seen.add(value)
        if TieBreak.LOT in order[:-1]:
            name = next(name for name, value in chosen.items() if value == TieBreak.LOT)
            self.add_error(name, _("The lot comes last: nothing is left to decide after it."))
        cleaned["tie_breaks"] = order
        return cleaned
