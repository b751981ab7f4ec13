"""What a director can put right, each a thing that is read, and written anew.

`read` gives as JSON what is now, `write` makes it something else and raises Refused, with a
sentence, for what cannot be. So a change is shown before it is made by making it and taking it
back, and undone by writing what was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Entry
from tournament.players.models import Player
from tournament.players.services import name_clean, player_create
from tournament.results.models import Award, Result
from tournament.results.services import play_put_down, result_replace
from tournament.tables.models import Play, PlaySeat

from .boards import BoardChange, RoundChange
from .entries import entered_put_back, entered_read
from .merging import merge_written
from .models import Proposal, Ruling
from .selectors import substitutes_known
from .terms import TermsChange

Json = Any


class Change(Protocol):
    """Something that can be put right."""

    @property
    def kind(self) -> Ruling.Kind: ...

    @property
    def plays(self) -> Sequence[Play]:
        """The plays it is about; empty if none."""

    @property
    def entry(self) -> Entry | None:
        """The entry it is about, if it is about one."""

    def read(self) -> Json:
        """Return what is now."""

    def write(self, after: Json) -> None:
        """Make it that. Raises Refused for what cannot be."""


@dataclass(frozen=True)
class ResultsChange:
    """Results: by play the detail, or None where there is none; and the tables' open entries."""

    plays: Sequence[Play]
    kind = Ruling.Kind.RESULTS
    entry = None

    def read(self) -> Json:
        results = Result.objects.filter(play__in=self.plays)
        details = dict(results.values_list("play_id", "detail"))
        found = {str(play.pk): details.get(play.pk) for play in self.plays}
        return found | entered_read(self.plays)

    def write(self, after: Json) -> None:
        for play in self.plays:
            detail = after[str(play.pk)]
            result_replace(play=play, detail=detail)
            if detail is None:
                # Its cards are played, and make no second result: it is entered by hand.
                play_put_down(play=play)
                entered_put_back(play, after)


@dataclass(frozen=True)
class SeatsChange:
    """Who held which seat: by play, the numbers of the entries in the order of the seats."""

    plays: Sequence[Play]
    kind = Ruling.Kind.SEATS
    entry = None

    def read(self) -> Json:
        held: dict[str, list[int]] = {str(play.pk): [] for play in self.plays}
        seats = PlaySeat.objects.filter(play__in=self.plays).order_by("play", "number")
        for play_id, number in seats.values_list("play_id", "entry__number"):
            held[str(play_id)].append(number)
        return held

    def write(self, after: Json) -> None:
        event_id = self.plays[0].table.event_id
        entries = {entry.number: entry for entry in Entry.objects.filter(event=event_id)}
        # All at once: on the way from one seating to another, nobody sits twice at a board.
        before = PlaySeat.objects.filter(play__in=self.plays)
        substitutes = {(seat.play_id, seat.entry_id): seat.substitute_id for seat in before}
        self._keep_substitutes(after)
        PlaySeat.objects.filter(play__in=self.plays).delete()
        for play in self.plays:
            numbers = after[str(play.pk)]
            if len(set(numbers)) != len(numbers):
                raise Refused(_("The same player holds two seats."))
            for seat, number in enumerate(numbers):
                entry = entries.get(number)
                if entry is None:
                    raise Refused(
                        _("There is no player with number %(number)s.") % {"number": number}
                    )
                self._sit(play, seat, entry, substitutes.get((play.pk, entry.pk)))

    def _keep_substitutes(self, after: Json) -> None:
        """Refuse to move an entry away from where a substitute sat for it: that would be lost."""
        had_one = PlaySeat.objects.filter(play__in=self.plays, substitute__isnull=False)
        for seat in had_one.select_related("entry__player"):
            if seat.entry.number not in after[str(seat.play_id)]:
                raise Refused(
                    _("A substitute played there for %(player)s: take that out first.")
                    % {"player": seat.entry.player.name}
                )

    def _sit(self, play: Play, seat: int, entry: Entry, substitute: int | None) -> None:
        own = Q(entry=entry) | Q(substitute=entry.player_id)
        elsewhere = PlaySeat.objects.filter(own, board=play.board_id)
        other = elsewhere.select_related("play__table").first()
        if other is not None:
            raise Refused(
                _("%(player)s has board %(board)d at table %(table)d: put that right first.")
                % {
                    "player": entry.player.name,
                    "board": play.board.number,
                    "table": other.play.table.number,
                }
            )
        PlaySeat.objects.create(
            play=play, number=seat, entry=entry, board=play.board, substitute_id=substitute
        )


@dataclass(frozen=True)
class CardsChange:
    """Which cards the tables held: by play, the version of the board's cards, 0 as dealt."""

    plays: Sequence[Play]
    kind = Ruling.Kind.CARDS
    entry = None

    def read(self) -> Json:
        found = Play.objects.filter(pk__in=[play.pk for play in self.plays]).order_by("pk")
        return {str(play): version for play, version in found.values_list("pk", "version")}

    def write(self, after: Json) -> None:
        for play in self.plays:
            Play.objects.filter(pk=play.pk).update(version=after[str(play.pk)])


@dataclass(frozen=True)
class SubstituteChange:
    """Who sat for an entry: by play the substitute's id, None for the entry's own player.

    Written with a name, it is that one of the players `known`, the club's unless given; where there
    is none, somebody new.
    """

    entry: Entry
    plays: Sequence[Play]
    known: QuerySet[Player] | None = None
    kind = Ruling.Kind.SUBSTITUTE

    def read(self) -> Json:
        seats = PlaySeat.objects.filter(play__in=self.plays, entry=self.entry).order_by("play")
        return {
            str(play): substitute
            for play, substitute in seats.values_list("play_id", "substitute_id")
        }

    def write(self, after: Json) -> None:
        named = {whom: self._player(whom) for whom in after.values() if isinstance(whom, str)}
        for play_id, whom in after.items():
            substitute = named.get(whom, whom)
            if substitute == self.entry.player_id:
                raise Refused(_("Nobody is their own substitute."))
            self._refuse_at_the_board(int(play_id), substitute)
            PlaySeat.objects.filter(play=play_id, entry=self.entry).update(substitute=substitute)

    def _refuse_at_the_board(self, play_id: int, substitute: int | None) -> None:
        """Refuse somebody who holds the cards of the board in another seat."""
        if substitute is None:
            return
        others = PlaySeat.objects.filter(board__plays=play_id).exclude(
            play=play_id, entry=self.entry
        )
        own = Q(entry__player=substitute, substitute=None)
        taken = others.filter(own | Q(substitute=substitute)).select_related("play__table", "board")
        seat = taken.first()
        if seat is not None:
            raise Refused(
                _("%(player)s holds another seat of board %(board)d, at table %(table)d.")
                % {
                    "player": Player.objects.get(pk=substitute).name,
                    "board": seat.board.number,
                    "table": seat.play.table.number,
                }
            )

    def _player(self, name: str) -> int:
        club = self.entry.event.club
        known = club.players.all() if self.known is None else self.known
        key = name_clean(name).casefold()
        for player in known.order_by("pk"):
            if player.name.casefold() == key:
                return player.pk
        return player_create(club=club, name=name, name_public=False).pk


@dataclass(frozen=True)
class AwardsChange:
    """The penalties and awards of an entry: each with nature, unit and signed value."""

    entry: Entry
    kind = Ruling.Kind.AWARDS
    plays: Sequence[Play] = ()

    def read(self) -> Json:
        return [
            {"nature": award.nature, "unit": award.unit, "value": str(award.value)}
            for award in self.entry.awards.all()
        ]

    def write(self, after: Json) -> None:
        self.entry.awards.all().delete()
        for each in after:
            award = Award(
                entry=self.entry,
                nature=each["nature"],
                unit=each["unit"],
                value=Decimal(each["value"]),
            )
            award.full_clean()
            award.save()


def change_of(ruling: Ruling | Proposal) -> Change:
    """Return what a ruling changed, or would, to be read or written."""
    plays = list(ruling.plays.select_related("table", "board", "round").order_by("pk"))
    if ruling.entry is not None:
        if ruling.kind == Ruling.Kind.SUBSTITUTE:
            # Only a proposal is written by name: as whoever proposed it knows people.
            return SubstituteChange(
                ruling.entry, plays, substitutes_known(ruling.user, ruling.event)
            )
        if ruling.kind == Ruling.Kind.TERMS:
            return TermsChange(ruling.entry)
        if ruling.kind == Ruling.Kind.MERGE:
            return merge_written(ruling, plays)
        return AwardsChange(ruling.entry)
    of_plays: Mapping[
        str, type[ResultsChange | SeatsChange | CardsChange | BoardChange | RoundChange]
    ] = {
        Ruling.Kind.RESULTS: ResultsChange,
        Ruling.Kind.SEATS: SeatsChange,
        Ruling.Kind.CARDS: CardsChange,
        Ruling.Kind.BOARD: BoardChange,
        Ruling.Kind.ROUND: RoundChange,
    }
    return of_plays[ruling.kind](plays)
