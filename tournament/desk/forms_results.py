"""What a director fills in about one play. The services decide what is possible."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.registry import game
from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.results.selectors import REASON_LENGTH

from .evening import Names
from .forms import DeskForm

TRICKS, FAULT, NOT_PLAYED = "tricks", "fault", "not_played"
KINDS = [
    (TRICKS, _("Trick counts")),
    (FAULT, _("A misplay")),
    (NOT_PLAYED, _("Not played")),
]


class ResultForm(DeskForm):
    """A play's result: trick counts, a misplay, or why it was not played."""

    kind = forms.ChoiceField(label=_("What to enter"), choices=KINDS, widget=forms.RadioSelect)
    not_played = forms.CharField(
        label=_("Why it was not played"), max_length=REASON_LENGTH, required=False
    )

    def __init__(self, *args: Any, game_key: str, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.total = sum(game(game_key).attainable()[0])
        self.seats = list(names)
        seats = [(seat, f"{seat_letter(seat)} – {name}") for seat, name in names.items()]
        for seat, words in seats:
            self.fields[_tricks(seat)] = forms.IntegerField(
                label=words,
                required=False,
                min_value=0,
                max_value=self.total,
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )
        self.fields["fault"] = forms.TypedChoiceField(
            label=_("Who misplayed"),
            choices=seats,
            coerce=int,
            required=False,
            widget=forms.RadioSelect,
        )

    def tricks_fields(self) -> list[forms.BoundField]:
        """Return the boxes of the trick counts by seat."""
        return [self[_tricks(seat)] for seat in self.seats]

    def clean(self) -> dict[str, Any]:
        """Gather what was filled in as `detail`; of the trick counts, one may be left out."""
        cleaned = super().clean() or self.cleaned_data
        kind = cleaned.get("kind")
        if kind == TRICKS and not any(_tricks(seat) in self.errors for seat in self.seats):
            self._clean_tricks([cleaned[_tricks(seat)] for seat in self.seats])
        elif kind == FAULT and "fault" not in self.errors:
            if cleaned["fault"] == "":
                self.add_error("fault", _("Choose the seat that misplayed."))
            else:
                cleaned["detail"] = {"fault": cleaned["fault"]}
        elif kind == NOT_PLAYED and "not_played" not in self.errors:
            if cleaned["not_played"]:
                cleaned["detail"] = {"not_played": cleaned["not_played"]}
            else:
                self.add_error("not_played", _("Say why the board was not played."))
        return cleaned

    def _clean_tricks(self, counts: list[int | None]) -> None:
        known = [count for count in counts if count is not None]
        left = self.total - sum(known)
        missing = len(counts) - len(known)
        if missing > 1:
            self.add_error(None, _("Enter the trick counts, or all but one."))
        elif left < 0 or (left and not missing):
            self.add_error(
                None,
                _("%(counts)s is not possible: the trick counts add up to %(total)d.")
                % {"counts": " + ".join(map(str, known)), "total": self.total},
            )
        else:
            full = [left if count is None else count for count in counts]
            self.cleaned_data["detail"] = {"tricks": full}


def _tricks(seat: int) -> str:
    return f"tricks_{seat}"


def detail_initial(detail: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what a form about a play with this detail begins with."""
    if detail is None:
        return {"kind": TRICKS}
    if "fault" in detail:
        return {"kind": FAULT, "fault": detail["fault"]}
    if "not_played" in detail:
        return {"kind": NOT_PLAYED, "not_played": detail["not_played"]}
    counts = {_tricks(seat): count for seat, count in enumerate(detail["tricks"])}
    return {"kind": TRICKS, **counts}


class RecordForm(ResultForm):
    """The first result of a play. `seen` is the table's entry that the page shows."""

    sent_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)


class CorrectionForm(ResultForm):
    """Another result for a play, with its reason. `version` is that of the result it replaces."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Everybody reads it beside the result; names are replaced there if withheld."),
    )
