"""What a director chooses of a movement before round 1."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Event

from .forms_desk import DeskForm

MOVEMENTS = [
    (
        Event.Movement.BAROMETER,
        _("All tables play the same boards at once, each with cards of its own."),
    ),
    (Event.Movement.SHARED, _("One copy of each board goes from table to table.")),
    (
        Event.Movement.STANDING,
        _("By the standings: after each round, neighbours in the ranking meet."),
    ),
    (Event.Movement.TEAMS, _("Teams of three: three teams meet at three tables.")),
    (Event.Movement.FREE, _("You seat the players yourself, by hand or from a file.")),
]


class MovementForm(DeskForm):
    """Who meets whom, whether the boards are turned, and when seats that hold are even."""

    movement = forms.ChoiceField(
        label=_("Who meets whom"), choices=MOVEMENTS, widget=forms.RadioSelect
    )
    turned = forms.BooleanField(
        label=_("The boards are turned"),
        required=False,
        help_text=_(
            "Players keep their chairs, and from board to board these hold other seats: everybody "
            "holds each seat equally often in every round. Otherwise a chair is a seat for a round."
        ),
    )
    whole_event = forms.BooleanField(
        label=_("Without turned boards, seats are even over the whole event"),
        required=False,
        help_text=_(
            "At its end everybody has held each seat equally often, within one round, and players "
            "are compared as evenly as can be. Untick it for an evening that may end early: seats "
            "are then even after every round, and comparisons less."
        ),
    )
