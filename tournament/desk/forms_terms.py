"""What holds for a player in one tournament: handicap, categories, an earlier result."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.events.models import Entry
from tournament.events.ranking import Terms, terms_of
from tournament.leaderboard.wording import score_unit
from tournament.results.selectors import REASON_LENGTH

from .forms_desk import DeskForm
from .forms_rulings import SeenField

DECIMAL: Mapping[str, Any] = {"max_digits": 8, "decimal_places": 2, "localize": True}
CARRIED = ("points", "top_sum", "lives", "datum", "boards")


def _decimal(label: Any, **more: Any) -> forms.DecimalField:
    box = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
    return forms.DecimalField(label=label, required=False, widget=box, **{**DECIMAL, **more})


def stratum_field(strata: Iterable[str]) -> forms.ChoiceField:
    """Return the choice of one of these strata, or of none."""
    none = ("", pgettext("stratum", "none"))
    return forms.ChoiceField(
        label=_("Stratum"), choices=[none, *((name, name) for name in strata)], required=False
    )


class TermsForm(DeskForm):
    """A player's handicap, stratum, groups, and what an earlier tournament brings in.

    `is_ruling`: round 1 has begun, so that a change needs its reason.
    """

    handicap = _decimal(
        gettext_lazy("Handicap for each board"),
        max_digits=5,
        min_value=Decimal(-100),
        max_value=Decimal(100),
        help_text=gettext_lazy("Added for every board that counts. Empty: none."),
    )
    handicap_unit = forms.ChoiceField(label=gettext_lazy("In what"))
    points = _decimal(gettext_lazy("Matchpoints, or per cent"), min_value=Decimal(0))
    top_sum = _decimal(gettext_lazy("Of at most"), min_value=Decimal(0))
    lives = _decimal(gettext_lazy("Score"))
    datum = _decimal(gettext_lazy("Difference from the mean"))
    boards = forms.IntegerField(
        label=gettext_lazy("Boards"), required=False, min_value=0, max_value=1000
    )

    def __init__(self, *args: Any, entry: Entry, is_ruling: bool, **kwargs: Any) -> None:
        event = entry.event
        super().__init__(*args, initial=_initial(entry), **kwargs)
        self.unit = score_unit(event.game)
        self.fields["handicap_unit"].choices = [  # type: ignore[attr-defined]  # a choice field
            ("percent", _("per cent of a board")),
            ("lives", self.unit),
        ]
        # What the event gave up since may stay.
        strata = dict.fromkeys([*event.strata, *filter(None, [entry.stratum])])
        groups = dict.fromkeys([*event.groups, *entry.groups])
        if strata:
            self.fields["stratum"] = stratum_field(strata)
        if groups:
            self.fields["groups"] = forms.MultipleChoiceField(
                label=_("Groups"), choices=[(name, name) for name in groups], required=False,
                widget=forms.CheckboxSelectMultiple,
            )  # fmt: skip
        if is_ruling:
            self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)
            self.fields["seen"] = SeenField(required=False)

    def carry_fields(self) -> list[forms.BoundField]:
        """Return the boxes of an earlier result."""
        return [self[name] for name in CARRIED]

    def has_carry(self) -> bool:
        """Return whether something is typed in them."""
        return any(field.value() or field.errors for field in self.carry_fields())

    def terms(self) -> Terms:
        """Return what the valid form says, as `terms_set` takes it."""
        cleaned = self.cleaned_data
        handicap = cleaned["handicap"]
        typed = [cleaned[name] for name in CARRIED]
        return {
            "handicap": [cleaned["handicap_unit"], f"{handicap:.2f}"] if handicap else None,
            "stratum": cleaned.get("stratum", ""),
            "groups": cleaned.get("groups", []),
            "carry": {name: str(cleaned[name] or 0) for name in CARRIED} if any(typed) else None,
        }


def _initial(entry: Entry) -> dict[str, Any]:
    terms = terms_of(entry)
    unit, value = terms["handicap"] or ("percent", None)
    return {
        "handicap": value and Decimal(value),
        "handicap_unit": unit,
        "stratum": terms["stratum"],
        "groups": terms["groups"],
        **{name: Decimal(value) for name, value in (terms["carry"] or {}).items()},
    }
