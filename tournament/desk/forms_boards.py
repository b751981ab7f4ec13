"""Putting right which boards were played: another one at a table, or other boards in a round."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.events.models import Board
from tournament.rulings.boards import BoardChange, RoundChange
from tournament.rulings.changes import Change, Json
from tournament.tables.models import Play

from . import forms_rulings
from .forms_rulings import RulingForm

OWED = "owed"
REPLAY, ANNUL, FEWER, MORE = "replay", "annul", "fewer", "more"


class BoardForm(RulingForm):
    """A board of another round was on the table."""

    title = gettext_lazy("Another board was played")
    help = gettext_lazy(
        "The result counts for the board that was played. Tables that meet it again with somebody "
        "who has played it get a board of the sealed reserve instead."
    )

    def ask(self) -> None:
        here = self.play.round.boards.values("pk")
        boards = Board.objects.filter(session=self.play.round.session_id).exclude(pk__in=here)
        self.fields["board"] = forms.TypedChoiceField(
            label=_("Board that was played"),
            choices=[(number, str(number)) for number in boards.values_list("number", flat=True)],
            coerce=int,
        )
        self.fields["instead"] = forms.ChoiceField(
            label=_("For board %(board)d, that it should have played")
            % {"board": self.play.board.number},
            choices=[
                (OWED, _("the table plays it later")),
                ("A-", _("A− for all three (at fault)")),
                ("A", _("A for all three (partly at fault)")),
                ("A+", _("A+ for all three (not at fault)")),
            ],
            initial=OWED,
            widget=forms.RadioSelect,
        )

    def change(self) -> Change:
        return BoardChange([self.play])

    def after(self) -> Json:
        instead = self.cleaned_data["instead"]
        seats = self.play.seats.count()
        return {
            str(self.play.pk): {
                "board": self.cleaned_data["board"],
                "owed": self.play.board.number,
                "given": None if instead == OWED else {"adjusted": [{"average": instead}] * seats},
            }
        }


class RoundForm(RulingForm):
    """The whole round: replayed, cut short, or one board longer."""

    title = gettext_lazy("Boards of the whole round")
    help = gettext_lazy("What you choose holds for all tables of the round.")

    def ask(self) -> None:
        self.plays = list(
            Play.objects.filter(round=self.play.round_id)
            .select_related("table", "board", "round")
            .order_by("board__number", "table__number")
        )
        number = {"board": self.play.board.number}
        self.fields["what"] = forms.ChoiceField(
            label=_("What happens"),
            choices=[
                (FEWER, _("Board %(board)d and later ones are not played where they are missing")
                    % number),
                (ANNUL, _("Board %(board)d is annulled at every table") % number),
                (MORE, _("One board more, from the sealed reserve")),
                (REPLAY, _("The round is replayed, with boards of the sealed reserve")),
            ],
            initial=FEWER,
            widget=forms.RadioSelect,
        )  # fmt: skip

    def change(self) -> Change:
        # Of another board only what it does away with: others may be entered meanwhile.
        gone = self._gone(self.cleaned_data["what"])
        return RoundChange(gone or self.plays)

    def after(self) -> Json:
        now = self.change().read()
        what = self.cleaned_data["what"]
        if what == MORE:
            return now | {"more": now["more"] + 1}
        gone = {"not_played": self.cleaned_data["reason"]}
        results = now["results"] | {str(play.pk): gone for play in self._gone(what)}
        boards = self.play.round.boards.count()
        return {"results": results, "more": now["more"] + boards * (what == REPLAY)}

    def _gone(self, what: str) -> list[Play]:
        if what == MORE:
            return []
        if what == REPLAY:
            return self.plays
        number = self.play.board.number
        if what == ANNUL:
            return [play for play in self.plays if play.board.number == number]
        # One that waits for its confirmation is played.
        missing = set(
            Play.objects.filter(round=self.play.round_id, result=None, pending=None).values_list(
                "pk", flat=True
            )
        )
        return [play for play in self.plays if play.board.number >= number and play.pk in missing]


KINDS: Mapping[str, type[RulingForm]] = {
    **forms_rulings.KINDS,
    "board": BoardForm,
    "round": RoundForm,
}
