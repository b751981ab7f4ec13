"""What all forms of the desk share."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# What is counted from a day must not leave the calendar.
FIRST_YEAR, LAST_YEAR = 1900, 2199


class DeskForm(forms.Form):
    """A form whose labels stand above their boxes, without a colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


def refuse_far(day: date) -> None:
    """Raise ValidationError for a day, or a time, that is no day of anybody's tournament."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(
            _("Choose a day between %(first)d and %(last)d."),
            params={"first": FIRST_YEAR, "last": LAST_YEAR},
        )
