"""What a director fills in about one play. The services decide what is possible."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.protocol import Ask
from engine.variant import Variant
from tournament.errors import Refused
from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.players.services import text_clean
from tournament.results.asks import (
    answers_of,
    ask_words,
    asked_read,
    asks_tricks,
    field_name,
    field_names,
    is_long,
    is_yes_or_no,
    knows_misplays,
    seats_asked,
    value_words,
)
from tournament.results.selectors import REASON_LENGTH, detail_scores

from .authors import Names
from .forms import DeskForm

TRICKS, ASKS, FAULT, NOT_PLAYED = "tricks", "asks", "fault", "not_played"


class ResultForm(DeskForm):
    """A play's result: what the game asks, a misplay where it knows them, or why it was not played.

    Trick counts are numbers of which one may be left out; all else is chosen.
    """

    not_played = forms.CharField(
        label=_("Why it was not played"), max_length=REASON_LENGTH, required=False
    )

    def __init__(self, *args: Any, rules: Variant, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.seats = list(names)
        self.fields["kind"] = forms.ChoiceField(
            label=_("What to enter"), choices=self._kinds(), widget=forms.RadioSelect
        )
        self.order_fields(["kind"])
        seats = [(seat, f"{seat_letter(seat)} – {name}") for seat, name in names.items()]
        for ask in rules.asks:
            of_seats = [words for _seat, words in seats] if ask.each else [ask_words(ask)]
            for seat, words in enumerate(of_seats):
                self.fields[field_name(ask, seat)] = _field(ask, words)
        self.fields["fault"] = forms.TypedChoiceField(
            label=_("Who misplayed"),
            choices=seats,
            coerce=int,
            required=False,
            widget=forms.RadioSelect,
        )

    def _kinds(self) -> list[tuple[str, object]]:
        asked = (TRICKS, _("Trick counts")) if self.asks_tricks else (ASKS, _("The result"))
        kinds: list[tuple[str, object]] = [asked, (NOT_PLAYED, _("Not played"))]
        if self.knows_misplays:
            kinds.insert(1, (FAULT, _("A misplay")))
        return kinds

    @property
    def asks_tricks(self) -> bool:
        """Whether trick counts are all that the game asks."""
        return asks_tricks(self.rules)

    @property
    def knows_misplays(self) -> bool:
        """Whether a misplay is a result of the game."""
        return knows_misplays(self.rules.key)

    def asked_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return what the game asks, each in words with the boxes of the seats."""
        return [
            (ask_words(ask), [self[field_name(ask, n)] for n in seats_asked(ask, self.rules)])
            for ask in self.rules.asks
        ]

    def clean_not_played(self) -> str:
        return text_clean(self.cleaned_data["not_played"])

    def clean(self) -> dict[str, Any]:
        """Gather what was filled in as `detail`; of the trick counts, one may be left out."""
        cleaned = super().clean() or self.cleaned_data
        kind = cleaned.get("kind")
        names = field_names(self.rules)
        if kind == TRICKS and not any(name in self.errors for name in names):
            self._clean_tricks([cleaned[name] for name in names])
        elif kind == ASKS and not any(name in self.errors for name in names):
            self._clean_asked(cleaned)
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
        total = self.rules.asks[0].total or 0
        left = total - sum(known)
        missing = len(counts) - len(known)
        if missing > 1:
            self.add_error(None, _("Enter the trick counts, or all but one."))
        elif left < 0 or (left and not missing):
            self.add_error(
                None,
                _("%(counts)s is not possible: the trick counts add up to %(total)d.")
                % {"counts": " + ".join(map(str, known)), "total": total},
            )
        else:
            full = [left if count is None else count for count in counts]
            self.cleaned_data["detail"] = {"tricks": full}

    def _clean_asked(self, cleaned: Mapping[str, Any]) -> None:
        try:
            detail = asked_read(self.rules, lambda name: _typed(cleaned[name]))
            detail_scores(self.rules, detail)
        except Refused as error:
            self.add_error(None, str(error))
        else:
            self.cleaned_data["detail"] = detail


def _typed(value: object) -> str:
    """Return a cleaned value as text again: a no is nothing, a number nought is one."""
    return "" if value in (None, "") or value is False else str(value)


def _field(ask: Ask, words: str) -> forms.Field:
    if ask.total is not None:
        return forms.IntegerField(
            label=words,
            required=False,
            min_value=0,
            max_value=ask.total,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )
    if is_yes_or_no(ask):
        return forms.BooleanField(label=words, required=False)
    if is_long(ask):
        return forms.IntegerField(
            label=words,
            required=False,
            min_value=min(ask.values),
            max_value=max(ask.values),
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )
    choices = [("", "–"), *((str(value), value_words(ask, value)) for value in ask.values)]
    return forms.ChoiceField(label=words, required=False, choices=choices)


def detail_initial(rules: Variant, detail: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what a form about a play with this detail begins with."""
    kind = TRICKS if asks_tricks(rules) else ASKS
    if detail is None:
        return {"kind": kind}
    if "fault" in detail:
        return {"kind": FAULT, "fault": detail["fault"]}
    if "adjusted" in detail:
        return {"kind": kind}
    if "not_played" in detail:
        return {"kind": NOT_PLAYED, "not_played": detail["not_played"]}
    return {"kind": kind, **answers_of(rules, detail)}


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
