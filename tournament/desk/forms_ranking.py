"""What counts beside the boards, and what becomes of the standings: settings that mostly stay."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.events.models import Event
from tournament.events.ranking import CORRECTION_MINUTES_MOST, Publishing, Ranking
from tournament.events.selectors import carry_sources

from .forms_desk import DeskForm

SOURCES_SHOWN = 50
LIST_LENGTH = 600

WEIGHTS = [
    (Event.HandicapWeight.OFF, _("do not count")),
    (Event.HandicapWeight.HALF, _("count half")),
    (Event.HandicapWeight.FULL, _("count in full")),
]
CARRIED_IN = [
    (Event.CarryUnit.PERCENT, _("in per cent: its result is one of two")),
    (Event.CarryUnit.POINTS, _("board by board: each counts as much as one of today")),
    (Event.CarryUnit.LIVES, _("as a head start: what was won above the mean")),
]


class NamesField(forms.CharField):
    """Names between commas."""

    def clean(self, value: Any) -> Any:
        return tuple(name.strip() for name in super().clean(value).split(",") if name.strip())

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else ", ".join(value or ())


class PrizesField(forms.CharField):
    """Amounts for the first places, a line for each ranking: `60 30 15`, `B: 20 10`.

    Its value is cents by category, "" for the main ranking.
    """

    def clean(self, value: Any) -> Any:
        prizes: dict[str, list[int]] = {}
        for line in super().clean(value).splitlines():
            category, colon, amounts = line.rpartition(":")
            category = category.strip()
            if colon and not category:
                raise ValidationError(_("Before the colon stands the name of a category."))
            if category in prizes:
                raise ValidationError(_("Give the prizes of a ranking in one line."))
            given = [_cents(amount) for amount in re.split(r"[\s;]+", amounts.strip()) if amount]
            if given:
                prizes[category] = given
        return prizes

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return "\n".join(_line(name, amounts) for name, amounts in (value or {}).items())


def _line(category: str, amounts: Sequence[int]) -> str:
    written = " ".join(amount_words(cents) for cents in amounts)
    return f"{category}: {written}" if category else written


def _cents(amount: str) -> int:
    try:
        units = Decimal(amount.replace(",", "."))
    except InvalidOperation:
        units = Decimal("NaN")
    if not units.is_finite() or not 0 <= units < 10**7 or units * 100 % 1:
        raise ValidationError(
            _("“%(amount)s” is no amount: write 60 or 12.50.") % {"amount": amount[:20]}
        )
    return int(units * 100)


def amount_words(cents: int) -> str:
    """Return an amount of money without its currency: `60`, `12.50`, in French `12,50`."""
    places = 2 if cents % 100 else 0
    return str(number_format(Decimal(cents) / 100, decimal_pos=places, force_grouping=False))


class RankingForm(DeskForm):
    """Handicaps, categories, carry-over: may change until the standings are official."""

    handicap_weight = forms.ChoiceField(
        label=_("Handicaps"),
        choices=WEIGHTS,
        required=False,
        help_text=_("Each player’s own is set on the player’s page."),
    )
    strata = NamesField(
        label=_("Strata, from the highest down"),
        max_length=LIST_LENGTH,
        required=False,
        help_text=_("For example: A, B, C. Each player is ranked in the own and every higher one."),
    )
    groups = NamesField(
        label=_("Other groups"),
        max_length=LIST_LENGTH,
        required=False,
        help_text=_("For example: Juniors, Beginners. Members are ranked among themselves."),
    )
    carry_from = forms.TypedChoiceField(
        label=_("Earlier tournament"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("A result typed on a player’s page comes before it."),
    )
    carry_unit = forms.ChoiceField(label=_("How it counts"), choices=CARRIED_IN, required=False)
    carry_weight = forms.DecimalField(
        label=_("Weight"),
        min_value=Decimal(0),
        max_value=Decimal(10),
        max_digits=4,
        decimal_places=2,
        localize=True,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=_("1: in full; 0.5: half."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        earlier = carry_sources(event).order_by("-date", "-pk")[:SOURCES_SHOWN]
        self.fields["carry_from"].choices = [  # type: ignore[attr-defined]  # a choice field
            ("", pgettext_lazy("earlier tournament", "none")),
            *((each.pk, f"{each.name} ({date_format(each.date)})") for each in earlier),
        ]

    def ranking(self) -> Ranking:
        """Return what the valid form says."""
        cleaned = self.cleaned_data
        weight = cleaned["carry_weight"]
        return Ranking(
            handicap_weight=cleaned["handicap_weight"] or Event.HandicapWeight.OFF,
            strata=cleaned["strata"],
            groups=cleaned["groups"],
            carry_from=cleaned["carry_from"],
            carry_unit=cleaned["carry_unit"] or Event.CarryUnit.PERCENT,
            carry_weight=Decimal(1) if weight is None else weight,
        )


class PublishingForm(DeskForm):
    """When the standings are official, what is won, and what everybody sees."""

    correction_minutes = forms.IntegerField(
        label=_("Minutes for corrections after the last round"),
        min_value=0,
        max_value=CORRECTION_MINUTES_MOST,
        required=False,
        help_text=_(
            "Then the standings become official by themselves. Empty: when you publish them."
        ),
    )
    history_public = forms.BooleanField(
        label=_("Everybody sees what was corrected, and why"),
        required=False,
        help_text=_("Otherwise only the desk does."),
    )
    prizes = PrizesField(
        label=_("Prizes for the first places"),
        max_length=LIST_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_(
            "A line for each ranking: 60 30 15. For a category, its name first: B: 20 10. Who "
            "shares places shares what they bring, rounded down to the cent."
        ),
    )
    currency = forms.CharField(label=_("Currency"), max_length=8, required=False)
    prizes_public = forms.BooleanField(label=_("Everybody sees the prizes"), required=False)

    def publishing(self) -> Publishing:
        """Return what the valid form says."""
        names = Publishing.__dataclass_fields__
        return Publishing(**{name: self.cleaned_data[name] for name in names})


# By the sections of the page that are folded unless something in them was chosen.
FOLDS: Mapping[str, tuple[str, ...]] = {
    "categories": ("handicap_weight", "strata", "groups"),
    "carry": ("carry_from",),
    "official": ("correction_minutes", "history_public"),
    "prizes": ("prizes", "prizes_public"),
}


def folds_open(form: forms.Form) -> Mapping[str, bool]:
    """Return which sections begin open: those with a mistake, or with something of the event's."""
    usual = ranking_initial(Event())

    def is_open(names: Sequence[str]) -> bool:
        known = [name for name in names if name in form.fields]
        return any(
            form[name].errors or (form[name].value() or usual[name]) != usual[name]
            for name in known
        )

    return {section: is_open(names) for section, names in FOLDS.items()}


def ranking_initial(event: Event) -> Mapping[str, Any]:
    """Return what these forms begin with."""
    names = (
        *("handicap_weight", "strata", "groups", "carry_unit", "carry_weight"),
        *Publishing.__dataclass_fields__,
    )
    return {**{name: getattr(event, name) for name in names}, "carry_from": event.carry_from_id}
