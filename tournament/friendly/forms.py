"""What somebody fills in who opens a table, or sits down at one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

from tournament.players.services import NAME_LENGTH

from .selectors import Offer
from .services import TARGET_MOST, TableData

CLOCKS = (15, 30, 60)


def _clocks() -> list[tuple[object, str]]:
    none = pgettext("clock", "none: everybody takes their time")
    seconds = [
        ngettext("%(count)d second a card", "%(count)d seconds a card", count) % {"count": count}
        for count in CLOCKS
    ]
    return [(0, none), *zip(CLOCKS, seconds, strict=True)]


class TableForm(forms.Form):
    """How a table of one game plays. What the game has no use for is not asked."""

    name = forms.CharField(
        label=_("Name of the table"),
        max_length=NAME_LENGTH,
        help_text=_("For example: Sunday at Anne’s."),
    )
    my_name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("You sit down at the table. Leave it empty to open it for others only."),
    )
    target = forms.IntegerField(
        label=_("Points to play to"), min_value=1, max_value=TARGET_MOST, required=False
    )
    win_at_12 = forms.BooleanField(
        label=_("Winning six lives in all ends the match too"),
        required=False,
        help_text=_("Without it, winning eight lives in all buries the others in a Caveau."),
    )
    clock = forms.TypedChoiceField(
        label=_("Clock"),
        choices=_clocks,
        coerce=int,
        help_text=_(
            "With a clock, a bot plays for whoever is away for a minute and a half, until they "
            "come back. Without one the table waits for them: a bot plays only when they leave "
            "the table, when somebody asks for it, or after eight hours."
        ),
    )

    def __init__(self, *args: Any, offer: Offer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.offer = offer
        if offer.target is None:
            del self.fields["target"]
            self.initial.setdefault("win_at_12", True)
        else:
            del self.fields["win_at_12"]
            self.initial.setdefault("target", offer.target)

    def data_of(self) -> TableData:
        """Return what was filled in, of a valid form."""
        cleaned = self.cleaned_data
        options: dict[str, object] = {}
        if "win_at_12" in self.fields:
            options["win_at_12"] = cleaned["win_at_12"]
        elif cleaned.get("target"):
            options["target"] = cleaned["target"]
        return TableData(
            name=cleaned["name"],
            game=self.offer.game.key,
            options=options,
            action_seconds=cleaned["clock"] or None,
        )
