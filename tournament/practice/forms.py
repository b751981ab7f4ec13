"""What somebody chooses who plays a board again."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.bots import names
from tournament.friendly.templatetags.friendly import bot_words
from tournament.leaderboard.templatetags.triplicate import seat_letter

DEFAULT_BOT = "careful"


class PracticeForm(forms.Form):
    """The seat one plays, and the bots in the others."""

    seat = forms.TypedChoiceField(label=_("Your seat"), coerce=int, widget=forms.RadioSelect)
    # Not a list to unfold: on a narrow phone it would cut their names off.
    bot = forms.ChoiceField(label=_("The others"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, seats: int, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        seat = self.fields["seat"]
        bot = self.fields["bot"]
        if isinstance(seat, forms.ChoiceField) and isinstance(bot, forms.ChoiceField):
            seat.choices = [(number, seat_letter(number)) for number in range(seats)]
            # The better ones first.
            bot.choices = [(name, bot_words(name)) for name in reversed(names(game))]
        self.initial.setdefault("seat", 0)
        self.initial.setdefault("bot", DEFAULT_BOT)
