"""What all forms of the desk share."""

from typing import Any

from django import forms


class DeskForm(forms.Form):
    """A form whose labels stand above their boxes, without a colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
