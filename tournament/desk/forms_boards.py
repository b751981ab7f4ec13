"""Putting right which boards were played: another one at a table, or other boards in a round."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.events.models import Board
from tournament.rulings.boards import BoardChange, RoundChange
from tournament.rulings.changes import Change, Json
from tournament.tables.models import Play
from tournament.tables.selectors import boards_due

from . import forms_rulings
from .forms_rulings import RulingForm

OWED = "owed"
REPLAY, ANNUL, FEWER, MORE = "replay", "annul", "fewer", "more"


def boards_of_table(play: Play) -> Sequence[Board]:
    """Return what the play's table had to play in that round."""
    return boards_due([play.round])[play.round_id, play.table_id].boards


class BoardForm(RulingForm):
    """A board of another round was on the table."""

    title = gettext_lazy("Another board was played")
    help = gettext_lazy(
        "The result counts for the board that was played. Tables that meet it again with somebody "
        "who has played it get a board of the sealed reserve instead."
    )

    def ask(self) -> None:
        # Its own boards of the round; where boards move on, those of other tables are others.
        here = [board.pk for board in boards_of_table(self.play)]
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
        self.fields["what"] = forms.ChoiceField(
            label=_("What happens"),
            choices=[
                *self._for_some_boards(),
                (MORE, _("One board more, from the sealed reserve")),
                (REPLAY, _("The round is replayed, with boards of the sealed reserve")),
            ],
            initial=FEWER,
            widget=forms.RadioSelect,
        )

    def _for_some_boards(self) -> list[tuple[str, str]]:
        if self.play.board.set is not None:
            # It is at other tables in other rounds; here each table is at boards of its own.
            words = _("Board %(n)d of each table and later ones are not played where missing")
            return [(FEWER, words % {"n": self._places[self.play.pk] + 1})]
        number = {"board": self.play.board.number}
        fewer = _("Board %(board)d and later ones are not played where they are missing")
        annul = _("Board %(board)d is annulled at every table")
        return [(FEWER, fewer % number), (ANNUL, annul % number)]

    @cached_property
    def _places(self) -> Mapping[int, int]:
        """By play, which of its table's boards of the round it is, from 0 on."""
        seen: Counter[int] = Counter()
        places = {}
        for play in self.plays:
            places[play.pk] = seen[play.table_id]
            seen[play.table_id] += 1
        return places

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
        boards = len(boards_of_table(self.play))
        return {"results": results, "more": now["more"] + boards * (what == REPLAY)}

    def _gone(self, what: str) -> list[Play]:
        if what == MORE:
            return []
        if what == REPLAY:
            return self.plays
        number = self.play.board.number
        if what == ANNUL:
            return [play for play in self.plays if play.board.number == number]
        later = {play.pk for play in self.plays if play.board.number >= number}
        if self.play.board.set is not None:
            place = self._places[self.play.pk]
            later = {play for play, at in self._places.items() if at >= place}
        # One that waits for its confirmation is played.
        missing = set(
            Play.objects.filter(round=self.play.round_id, result=None, pending=None).values_list(
                "pk", flat=True
            )
        )
        return [play for play in self.plays if play.pk in later & missing]


KINDS: Mapping[str, type[RulingForm]] = {
    **forms_rulings.KINDS,
    "board": BoardForm,
    "round": RoundForm,
}
