"""What a director fills in. Forms check shapes and lists; the services decide what is possible."""

from dataclasses import asdict
from datetime import date
from hashlib import sha256
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deals.description import LONGEST_TEXT
from engine.registry import game, keys
from tournament.events.models import Event
from tournament.events.selectors import only_session
from tournament.events.services import (
    ACTION_SECONDS,
    BOARDS_MOST,
    CLOCK_MINUTES,
    GONE_SECONDS,
    ROUNDS_MOST,
    SEATS,
    EventData,
    Playing,
)
from tournament.leaderboard.templatetags.triplicate import game_name
from tournament.players.services import NAME_LENGTH

from .forms_desk import DeskForm as DeskForm
from .forms_desk import refuse_far
from .forms_movement import MovementForm
from .forms_ranking import PublishingForm, RankingForm, ranking_initial
from .forms_scoring import ScoringForm

# Suggestions only, where Com'on! clubs are likely: any zone may be typed.
TIME_ZONES = (
    "Europe/Paris", "Europe/Brussels", "Europe/Zurich", "Europe/Luxembourg", "Europe/London",
    "Europe/Berlin", "Europe/Vienna", "Europe/Madrid", "Europe/Lisbon", "Europe/Rome",
    "Europe/Athens", "Europe/Warsaw", "Europe/Stockholm", "Europe/Helsinki", "Europe/Istanbul",
    "Africa/Casablanca", "Africa/Tunis", "Africa/Algiers", "Africa/Dakar", "Africa/Abidjan",
    "America/Toronto", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "America/Guadeloupe", "America/Martinique", "America/Cayenne",
    "America/Sao_Paulo", "Indian/Reunion", "Indian/Mayotte", "Indian/Mauritius", "Asia/Beirut",
    "Asia/Tokyo", "Australia/Sydney", "Pacific/Noumea", "Pacific/Tahiti", "UTC",
)  # fmt: skip

CONFIRMATIONS = [
    (Event.Confirmation.PLAYERS, _("Another player of the table confirms, on a second phone.")),
    (
        Event.Confirmation.DIRECTOR,
        _("The director confirms a round’s entries: for one phone a table, or none."),
    ),
]
PLAY_MODES = [
    (Event.PlayMode.ENTERED, _("With cards on the table; the results are entered.")),
    (Event.PlayMode.LIVE, _("In the browser, at every table: each player with a phone or screen.")),
    (Event.PlayMode.CHOICE, _("Each table chooses, board by board.")),
]
SYSTEM, PUBLIC, IMPORTED = "system", "public", "imported"
SEEDS = [
    (SYSTEM, _("Left to the system: drawn and sealed now.")),
    (
        PUBLIC,
        _("With a public value to come, such as a lottery draw: then nobody, not even you, "
          "could have chosen the deals."),
    ),
]  # fmt: skip


def games() -> list[tuple[str, str]]:
    """Return the games that an event can be of, by key."""
    return [(key, game_name(key)) for key in keys() if SEATS in game(key).seats]


class PlayingForm(DeskForm):
    """What may change at any time."""

    name = forms.CharField(
        label=_("Name"), max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    confirmation = forms.ChoiceField(
        label=_("Who confirms an entry"), choices=CONFIRMATIONS, widget=forms.RadioSelect
    )
    show_traveller = forms.BooleanField(
        label=_("Tables see a board’s traveller once their own result is confirmed"),
        required=False,
    )


class LiveForm(DeskForm):
    """How the cards are played, and the clocks of those played in the browser."""

    play_mode = forms.ChoiceField(
        label=_("How the cards are played"), choices=PLAY_MODES, widget=forms.RadioSelect
    )
    action_seconds = forms.IntegerField(
        label=_("Seconds for each card"),
        required=False,
        min_value=ACTION_SECONDS[0],
        max_value=ACTION_SECONDS[1],
        help_text=_("At zero a bot plays this one card. Empty: no clock."),
    )
    board_minutes = forms.IntegerField(
        label=_("Minutes for each board"),
        required=False,
        min_value=CLOCK_MINUTES[0],
        max_value=CLOCK_MINUTES[1],
        help_text=_("At zero bots play the board to its end. Empty: no clock."),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for each round"),
        required=False,
        min_value=CLOCK_MINUTES[0],
        max_value=CLOCK_MINUTES[1],
        help_text=_(
            "Everybody sees what is left of them; at zero nothing is cut off. Empty: no clock."
        ),
    )
    gone_seconds = forms.IntegerField(
        label=_("Seconds without connection before a bot plays"),
        min_value=GONE_SECONDS[0],
        max_value=GONE_SECONDS[1],
        help_text=_("The bot stops as soon as the player is back."),
    )

    def playing(self) -> Playing:
        """Return what the valid form says."""
        return Playing(**{name: self.cleaned_data[name] for name in Playing.__dataclass_fields__})


def _plain(value: Any) -> str:
    return str(list(value) if isinstance(value, list | tuple) else value or "")


class OfficialForm(PlayingForm, PublishingForm):
    """What may change once the standings are official.

    The page says with which settings it was opened: of two directors, the second does not put back
    unseen what the first has changed.
    """

    def version(self) -> str:
        """Return what tells these settings from others."""
        stored = sorted((name, str(self.initial.get(name))) for name in self.fields)
        return sha256(repr(stored).encode()).hexdigest()[:16]

    def clean(self) -> dict[str, Any]:
        """Refuse a page opened before somebody else changed the settings, and name what differs."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.data.get("version", self.version()) != self.version():
            names = [
                str(field.label)
                for name, field in self.fields.items()
                if _plain(cleaned.get(name)) != _plain(self.initial.get(name))
            ]
            raise ValidationError(
                _(
                    "Somebody else has changed the settings meanwhile. Saved again, this page "
                    "changes: %(names)s."
                ),
                params={"names": ", ".join(names) or "–"},
            )
        return cleaned


class SettingsForm(OfficialForm, LiveForm, ScoringForm, RankingForm):
    """What may change while the event is played."""


class EventForm(SettingsForm, MovementForm):
    """Everything about an event in preparation."""

    game = forms.ChoiceField(label=_("Game"), choices=games)
    date = forms.DateField(
        label=_("Date"),
        validators=[refuse_far],
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        widget=forms.TextInput(
            attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=ROUNDS_MOST)
    boards_per_round = forms.IntegerField(
        label=_("Boards per round"), min_value=1, max_value=BOARDS_MOST
    )
    seed = forms.ChoiceField(label=_("How they are drawn"), choices=SEEDS, widget=forms.RadioSelect)
    public_value_source = forms.CharField(
        label=_("Where it will be read"),
        max_length=LONGEST_TEXT,
        required=False,
        help_text=_("For example: “Loto, draw of Saturday, the five numbers in the order drawn”."),
    )
    public_value_date = forms.DateField(
        label=_("From which day on"),
        required=False,
        validators=[refuse_far],
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    pass_four_aces = forms.BooleanField(
        label=_("No deal with four aces in one hand"),
        required=False,
        help_text=_("In a match such a deal is passed; here it is never dealt."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.initial.get("seed") == IMPORTED:
            kept = (IMPORTED, _("The imported ones stay; nothing is drawn."))
            self.fields["seed"].choices = [kept, *SEEDS]  # type: ignore[attr-defined]  # a choice field

    def clean_time_zone(self) -> str:
        """Accept any zone there is, however its letters are written."""
        wanted = "_".join(self.cleaned_data["time_zone"].split()).casefold()
        for zone in available_timezones():
            if zone.casefold() == wanted:
                return zone
        raise ValidationError(_("There is no such time zone: choose one of the list."))

    def clean(self) -> dict[str, Any]:
        """A public value needs its source and date; without one both are forgotten."""
        cleaned = super().clean()
        if cleaned.get("seed") == PUBLIC:
            for name in ("public_value_source", "public_value_date"):
                if name not in self.errors and not cleaned.get(name):
                    self.add_error(name, _("A public value needs both a source and a date."))
        else:
            cleaned["public_value_source"], cleaned["public_value_date"] = "", None
        return cleaned

    def event_data(self) -> EventData:
        """Return what the valid form says."""
        names = EventData.__dataclass_fields__.keys() & self.cleaned_data.keys()
        return EventData(
            **{name: self.cleaned_data[name] for name in names},
            imported=self.cleaned_data["seed"] == IMPORTED,
        )


def event_new() -> dict[str, Any]:
    """Return what a new event's form begins with."""
    today: date = timezone.localdate()
    return {
        "game": "comon",
        "date": today,
        "time_zone": settings.TIME_ZONE,
        "rounds": 4,
        "boards_per_round": 3,
        "movement": Event.Movement.BAROMETER,
        "turned": True,
        "whole_event": True,
        "method": Event.Method.MATCHPOINTS,
        "rounding": Event.Rounding.EXACT,
        "sit_out": Event.SitOutRule.NONE,
        "minimum_boards": 0,
        **ranking_initial(Event()),
        "confirmation": Event.Confirmation.PLAYERS,
        "show_traveller": True,
        **asdict(Playing()),
        "seed": SYSTEM,
    }


def event_initial(event: Event) -> dict[str, Any]:
    """Return what the form of an existing event begins with. `event` has its session's deals."""
    deal_set = only_session(event).deal_set
    drawn = PUBLIC if deal_set.public_value_source else SYSTEM
    names = (
        "name", "game", "date", "time_zone", "rounds", "boards_per_round", "movement", "turned",
        "whole_event", "method", "rounding",
        "sit_out", "minimum_boards", "confirmation", "show_traveller",
        *Playing.__dataclass_fields__,
    )  # fmt: skip
    return {
        **{name: getattr(event, name) for name in names},
        **ranking_initial(event),
        **{f"tie_break_{place}": key for place, key in enumerate(event.tie_breaks, start=1)},
        "seed": IMPORTED if deal_set.imported_from else drawn,
        "public_value_source": deal_set.public_value_source,
        "public_value_date": deal_set.public_value_date,
        "pass_four_aces": deal_set.pass_four_aces,
    }


class PlayerForm(DeskForm):
    """A player's name and consent."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "list": "club-players", "dir": "auto", "autofocus": True}
        ),
    )
    name_public = forms.BooleanField(label=_("Agreed to a public name"), required=False)


class ClubForm(DeskForm):
    """The club's name."""

    name = forms.CharField(label=_("Name of the club"), max_length=NAME_LENGTH)


class PublicValueForm(DeskForm):
    """The announced value, as its source gives it."""

    value = forms.CharField(
        label=_("Public value"), max_length=LONGEST_TEXT,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip


class ListForm(DeskForm):
    """A list of players, pasted or in a file."""

    pasted = forms.CharField(
        label=_("Names, one a line"), required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )  # fmt: skip
    file = forms.FileField(label=_("CSV file"), required=False, allow_empty_file=True)
    all_public = forms.BooleanField(label=_("All of these agreed to a public name"), required=False)
