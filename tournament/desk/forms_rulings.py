"""What a director puts right beside a result: one form for each kind, on one play.

Each says what the play would be (`change`, `after`); the services decide what is possible.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.leaderboard.wording import result_words, score_unit
from tournament.players.selectors import directs_club
from tournament.results.selectors import REASON_LENGTH
from tournament.rulings.changes import (
    CardsChange,
    Change,
    Json,
    ResultsChange,
    SeatsChange,
    SubstituteChange,
)
from tournament.rulings.selectors import substitutes_known
from tournament.tables.models import Play

from .forms import DeskForm
from .quick_entry import read_result
from .result_words import play_words

AS_IS, ASSIGNED, NOTHING = "as_is", "assigned", "nothing"
PARTS = 3
THIS, ON = "this", "on"
SCOPES = [
    (THIS, gettext_lazy("this board")),
    (ON, gettext_lazy("this board and the table’s later ones of the round")),
]


class SeenField(forms.JSONField):
    """What was there when the change was shown. What no page writes stands for nothing seen."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> Json:
        try:
            return super().clean(value)
        # Beside what is no JSON: numbers without end, lists in lists without end.
        except (ValidationError, ValueError, RecursionError):
            return None


class RulingForm(DeskForm):
    """A reason, and what was there when the change was shown. Subclasses ask what it should be."""

    title: ClassVar[Promise]
    help: ClassVar[Promise]

    seen = SeenField(required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "Everybody reads it beside the result; names are replaced there if withheld."
        ),
    )

    def __init__(self, *args: Any, event: Event, play: Play, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.play = play
        self.user = user
        self.ask()
        self.order_fields([name for name in self.fields if name not in {"reason", "seen"}])

    def ask(self) -> None:
        """Add the fields of this kind."""

    def change(self) -> Change:
        """Return what would be changed, as far as it is filled in."""
        raise NotImplementedError

    def after(self) -> Json:
        """Return what it would be. Raises Refused for what cannot be read."""
        raise NotImplementedError

    def later_plays(self) -> list[Play]:
        """Return the table's plays of the round from this one on, or this one, as was chosen."""
        if self.cleaned_data.get("scope") != ON:
            return [self.play]
        plays = Play.objects.filter(
            table=self.play.table_id,
            round=self.play.round_id,
            board__number__gte=self.play.board.number,
        )
        return list(plays.select_related("table", "board", "round").order_by("board__number"))


class AdjustForm(RulingForm):
    """An average or an assigned result for each seat."""

    title = gettext_lazy("Adjusted score")
    help = gettext_lazy(
        "Choose what each seat gets. An assigned result may be made of several, each with a share."
    )

    def ask(self) -> None:
        result = getattr(self.play, "result", None)
        self.made = None if result is None or "adjusted" in result.detail else result.detail
        if self.made and "not_played" in self.made:
            self.made = None
        choices = [
            ("A+", _("A+ (60 %, own if higher)")),
            ("A", _("A (50 %)")),
            ("A-", _("A− (40 %, own if lower)")),
            ("A+ fixed", _("60 % exactly")),
            ("A- fixed", _("40 % exactly")),
            (ASSIGNED, _("the assigned result below")),
            (NOTHING, _("nothing: does not count")),
        ]
        if self.made:
            made = _("what was made: %(result)s") % {"result": result_words(self.made)}
            choices.insert(0, (AS_IS, made))
        for seat in self.play.seats.select_related("entry__player"):
            self.fields[f"seat_{seat.number}"] = forms.ChoiceField(
                label=f"{seat_letter(seat.number)} – {seat.entry.player.name}",
                choices=choices,
                initial=AS_IS if self.made else "A",
            )
        for part in range(PARTS):
            self.fields[f"result_{part}"] = forms.CharField(
                label=_("Assigned result"),
                required=False,
                max_length=24,
            )
            self.fields[f"share_{part}"] = forms.IntegerField(
                label=_("Share in per cent"),
                required=False,
                min_value=1,
                max_value=100,
                initial=None if part else 100,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def seat_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("seat_")]

    def part_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"result_{part}"], self[f"share_{part}"]) for part in range(PARTS)]

    def change(self) -> Change:
        return ResultsChange([self.play])

    def after(self) -> Json:
        given = [self.cleaned_data[name] for name in self.fields if name.startswith("seat_")]
        shares = self._shares() if ASSIGNED in given else []
        if set(given) == {AS_IS}:
            raise Refused(_("Choose what a seat gets instead of what was made."))
        return {str(self.play.pk): {"adjusted": [self._given(each, shares) for each in given]}}

    def _given(self, choice: str, shares: Sequence[Json]) -> Json:
        if choice == NOTHING:
            return None
        if choice == ASSIGNED:
            return {"shares": shares}
        if choice == AS_IS:
            return {"shares": [[100, self.made]]}
        return {"average": choice}

    def _shares(self) -> list[Json]:
        rules = self.event.rules
        shares = []
        for part in range(PARTS):
            typed = self.cleaned_data[f"result_{part}"]
            if typed:
                detail = read_result(typed, rules)
                shares.append([self.cleaned_data[f"share_{part}"] or 100, detail])
        if not shares:
            raise Refused(_("Type the assigned result."))
        return shares


class MoveForm(RulingForm):
    """A result that belongs to another board or table: the two plays change their results."""

    title = gettext_lazy("Result entered at the wrong place")
    help = gettext_lazy("The two results change places; where there was none, there is none then.")

    def ask(self) -> None:
        self.others = [
            play
            for play in Play.objects.filter(round=self.play.round_id)
            .exclude(pk=self.play.pk)
            .select_related("table", "board", "round", "result")
            .order_by("table__number", "board__number")
            if play.table_id == self.play.table_id or play.board_id == self.play.board_id
        ]
        choices = [(play.pk, f"{play_words(play)} – {self._words(play)}") for play in self.others]
        self.fields["other"] = forms.TypedChoiceField(
            label=_("It belongs to"), choices=choices, coerce=int
        )

    def _words(self, play: Play) -> str:
        result = getattr(play, "result", None)
        return result_words(None if result is None else result.detail, with_reason=True)

    def change(self) -> Change:
        chosen = self.cleaned_data.get("other")
        other = next((play for play in self.others if play.pk == chosen), None)
        return ResultsChange([self.play] if other is None else [self.play, other])

    def after(self) -> Json:
        change = self.change()
        now = change.read()
        one, other = (str(play.pk) for play in change.plays)
        return {one: now[other], other: now[one]}


class ClearForm(RulingForm):
    """A result that nobody made: the play is open again."""

    title = gettext_lazy("Take the result out")
    help = gettext_lazy("The board counts as not yet entered at this table.")

    def change(self) -> Change:
        return ResultsChange([self.play])

    def after(self) -> Json:
        return {str(self.play.pk): None}


class SeatsForm(RulingForm):
    """Who really held which seat."""

    title = gettext_lazy("Players in the wrong seats")
    help = gettext_lazy(
        "Say who held which seat; scores follow the seats. Whoever comes from another table "
        "changes places with whom they replace."
    )

    def ask(self) -> None:
        entries = [
            (entry.number, f"{entry.number} {entry.player.name}")
            for entry in self.event.entries.select_related("player")
        ]
        for seat in self.play.seats.select_related("entry"):
            self.fields[f"seat_{seat.number}"] = forms.TypedChoiceField(
                label=_("Seat %(letter)s") % {"letter": seat_letter(seat.number)},
                choices=entries,
                coerce=int,
                initial=seat.entry.number,
            )
        self.fields["scope"] = forms.ChoiceField(
            label=_("On which boards"), choices=SCOPES, initial=THIS, widget=forms.RadioSelect
        )

    def change(self) -> Change:
        return SeatsChange(list(self._seatings))

    def after(self) -> Json:
        return {str(play.pk): numbers for play, numbers in self._seatings.items()}

    @cached_property
    def _seatings(self) -> Mapping[Play, Sequence[int]]:
        """Who would sit at each play: here, and where those come from who sat elsewhere."""
        held = [self.cleaned_data[name] for name in self.fields if name.startswith("seat_")]
        here = self.later_plays()
        now = SeatsChange(here).read()
        took = dict(zip(now[str(self.play.pk)], held, strict=True))
        seatings: dict[Play, Sequence[int]] = {}
        for play in here:
            sat = now[str(play.pk)]
            # Where boards are turned, whoever took a chair held another seat on each of them.
            seatings[play] = [took.get(each, each) for each in sat] if self.event.turned else held
        for play in here:
            sat, sits = now[str(play.pk)], seatings[play]
            came = [number for number in sits if number not in sat]
            left = [number for number in sat if number not in sits]
            for comes, leaves in zip(came, left, strict=False):
                found = Play.objects.filter(
                    board=play.board_id, seats__entry__number=comes
                ).select_related("table", "board", "round")
                for other in found:
                    there = seatings.get(other) or SeatsChange([other]).read()[str(other.pk)]
                    seatings[other] = [leaves if each == comes else each for each in there]
        return seatings


class CardsForm(RulingForm):
    """Which tables held other cards than were dealt."""

    title = gettext_lazy("The board was fouled")
    help = gettext_lazy(
        "Mark the tables that held the changed cards. They are compared among themselves."
    )

    def ask(self) -> None:
        self.plays = list(
            Play.objects.filter(board=self.play.board_id)
            .select_related("table", "board", "round")
            .order_by("round__number", "table__number")
        )
        self.fields["tables"] = forms.TypedMultipleChoiceField(
            label=_("Tables with the changed cards"),
            choices=[(play.pk, str(play.table.number)) for play in self.plays],
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            initial=[play.pk for play in self.plays if play.version] or self._from_here_on(),
        )

    def _from_here_on(self) -> list[int]:
        """Return the plays from this table on: the usual case, unless that is all of them."""
        later = [play.pk for play in self.plays if play.table.number >= self.play.table.number]
        return later if len(later) < len(self.plays) else [self.play.pk]

    def change(self) -> Change:
        return CardsChange(self.plays)

    def after(self) -> Json:
        changed = set(self.cleaned_data["tables"])
        return {str(play.pk): int(play.pk in changed) for play in self.plays}


class SubstituteForm(RulingForm):
    """Somebody else sat for a player."""

    title = gettext_lazy("A substitute played")
    help = gettext_lazy(
        "The scores stand. The entry is ranked in the name of whoever played half of its boards."
    )

    def ask(self) -> None:
        self.seats = list(self.play.seats.select_related("entry__player", "entry__event__club"))
        self.fields["entry"] = forms.TypedChoiceField(
            label=_("For whom"),
            choices=[(seat.entry_id, seat.entry.player.name) for seat in self.seats],
            coerce=int,
        )
        self.fields["name"] = forms.CharField(
            label=_("Who played"),
            max_length=80,
            required=False,
            help_text=_("A name of the club, or a new one. Empty: the player did play.")
            if directs_club(self.user, self.event.club_id)
            else _("A name of this tournament, or a new one. Empty: the player did play."),
        )
        self.fields["scope"] = forms.ChoiceField(
            label=_("On which boards"), choices=SCOPES, initial=ON, widget=forms.RadioSelect
        )

    def change(self) -> Change:
        chosen = self.cleaned_data.get("entry")
        seat = next((seat for seat in self.seats if seat.entry_id == chosen), self.seats[0])
        known = substitutes_known(self.user, self.event)
        return SubstituteChange(seat.entry, self.later_plays(), known)

    def after(self) -> Json:
        name = " ".join(self.cleaned_data["name"].split()) or None
        return dict.fromkeys(self.change().read(), name)


KINDS: Mapping[str, type[RulingForm]] = {
    "adjust": AdjustForm,
    "move": MoveForm,
    "clear": ClearForm,
    "seats": SeatsForm,
    "cards": CardsForm,
    "substitute": SubstituteForm,
}


class AwardForm(DeskForm):
    """A penalty for a player, or something given."""

    nature = forms.ChoiceField(
        label=pgettext_lazy("penalty", "Kind"),
        choices=[
            ("procedural", gettext_lazy("procedural penalty")),
            ("disciplinary", gettext_lazy("disciplinary penalty")),
            ("bonus", gettext_lazy("award")),
        ],
    )
    value = forms.DecimalField(
        label=gettext_lazy("How much"),
        min_value=Decimal("0.01"),
        error_messages={
            "min_value": gettext_lazy(
                "Enter more than 0, without a sign: a penalty takes it away, an award adds it."
            )
        },
        max_digits=6,
        decimal_places=2,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    unit = forms.ChoiceField(
        label=gettext_lazy("In what"),
        choices=[
            ("percent", gettext_lazy("per cent of a board")),
            ("points", gettext_lazy("matchpoints")),
        ],
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)
    seen = SeenField(required=False)

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        unit = self.fields["unit"]
        unit.choices = [*unit.choices, ("lives", score_unit(game))]  # type: ignore[attr-defined]  # a choice field

    def award(self) -> dict[str, str]:
        """Return it as `AwardsChange` takes it, a penalty below 0."""
        value = self.cleaned_data["value"]
        signed = value if self.cleaned_data["nature"] == "bonus" else -value
        return {
            "nature": self.cleaned_data["nature"],
            "unit": self.cleaned_data["unit"],
            "value": f"{signed:.2f}",
        }


class UndoForm(DeskForm):
    """Why a ruling is taken back."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)


class RefusalForm(DeskForm):
    """Why what a director proposed is not made."""

    reason = forms.CharField(label=gettext_lazy("Why not"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, is_own: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_own:
            self.fields["reason"].label = _("Why it is withdrawn")
