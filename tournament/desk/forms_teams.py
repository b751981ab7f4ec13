"""What a director fills in about teams."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.events.services import NewEntry
from tournament.players.services import NAME_LENGTH

from .forms_desk import DeskForm

# Boxes for players: of a new team, and beside those that a team has already.
NEW_BOXES = 5
MORE_BOXES = 3


class TeamForm(DeskForm):
    """A team's name, and boxes for players' names, `boxes` of them; empty ones are nobody."""

    name = forms.CharField(
        label=_("Name of the team"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def __init__(self, *args: Any, boxes: int = NEW_BOXES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, boxes + 1):
            self.fields[f"player_{number}"] = forms.CharField(
                label=_("Player %(number)d") % {"number": number},
                required=False,
                max_length=NAME_LENGTH,
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "dir": "auto", "list": "team-players"}
                ),
            )
        self.fields["all_public"] = forms.BooleanField(
            label=_("All of these agreed to a public name"), required=False
        )

    @property
    def players(self) -> list[forms.BoundField]:
        """The boxes for players."""
        return [self[name] for name in self.fields if name.startswith("player_")]

    def members(self) -> list[NewEntry]:
        """Return who is written in the boxes, in their order."""
        data = self.cleaned_data
        names = (data[box.name] for box in self.players)
        return [NewEntry(name, data["all_public"]) for name in names if name]


class TeamListForm(DeskForm):
    """A list of teams, pasted or in a file."""

    pasted = forms.CharField(
        label=_("One team a line"), required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )  # fmt: skip
    file = forms.FileField(label=_("CSV file"), required=False, allow_empty_file=True)
    all_public = forms.BooleanField(label=_("All of these agreed to a public name"), required=False)


def numbers_kept(data: QueryDict) -> set[int]:
    """Return the numbers of the players who stay in a team."""
    return {int(text) for text in data.getlist("stays") if text.isdecimal() and len(text) < 6}
