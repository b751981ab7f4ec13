"""One player who was entered twice, as a change a director makes: two entries become one.

See `changes.py` for what a change is. The entry that goes is kept whole in the ruling, so that
undoing makes it anew. Rounds not begun are planned again by themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.db.models.deletion import Collector
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Absence, Entry, Event, Round
from tournament.tables.models import Chair, Play, PlaySeat, SitOut

from .models import Ruling

# What of an entry may end with it: it says who comes, and who may open what.
ENDS_WITH_IT = {
    "Entry",
    "Absence",
    "Chair",
    "SitOut",
    "SeatPhone",
    "Participant",
    "LinkGiven",
    "PinTry",
}
FIELDS = (
    "pk",
    "number",
    "player_id",
    "first_round",
    "last_round",
    "section",
    "team_id",
    "stand_in",
    "handicap_unit",
    "handicap",
    "stratum",
    "groups",
    "carry",
)


@dataclass(frozen=True)
class MergeChange:
    """Which of the two entries has the plays, chairs and sit-outs of the rounds begun.

    `gone` is the other entry's id. In JSON `gone` holds all of it, None once it is merged; `kept`
    what changes of the one that stays; plays, chairs and sit-outs say "kept" or "gone".
    """

    entry: Entry
    gone: int
    rounds: Sequence[int]
    plays: Sequence[Play]
    kind = Ruling.Kind.MERGE

    @property
    def _both(self) -> Mapping[int, str]:
        return {self.entry.pk: "kept", self.gone: "gone"}

    def read(self) -> Any:
        both = self._both
        found = Entry.objects.in_bulk(both)
        kept, gone = found.get(self.entry.pk), found.get(self.gone)
        if kept is None:
            # It became one with another meanwhile, the other way round for instance.
            raise Refused(_("Somebody else has just changed this: look at it again."))
        seats = PlaySeat.objects.filter(play__in=self.plays, entry__in=both).order_by("play")
        chairs = Chair.objects.filter(round__in=self.rounds, entry__in=both).order_by("round")
        outs = SitOut.objects.filter(round__in=self.rounds, entry__in=both)
        return {
            "rounds": list(self.rounds),
            "gone": None if gone is None else _fields(gone),
            "kept": None if gone is None else _attendance(kept),
            "seats": {str(seat.play_id): both[seat.entry_id] for seat in seats},
            "chairs": {str(chair.round_id): both[chair.entry_id] for chair in chairs},
            "sit_outs": sorted([out.round_id, both[out.entry_id]] for out in outs),
        }

    def write(self, after: Any) -> None:
        if after["gone"] is None:
            self._merge()
        else:
            self._part(after)

    def _merge(self) -> None:
        entries = Entry.objects.select_related("player", "event", "team")
        kept = entries.get(pk=self.entry.pk)
        gone = entries.filter(pk=self.gone).first()
        if gone is None or gone.event_id != kept.event_id or gone == kept:
            raise Refused(_("Choose two entries of this tournament."))
        if not self._is_of_now(gone):
            # A round began, or boards were given out, after the change was put together.
            raise Refused(_("Somebody else has just changed this: look at it again."))
        _refuse_two_teams(kept, gone)
        refuse_both_played(kept, gone)
        _refuse_on_record(gone)
        PlaySeat.objects.filter(entry=gone).update(entry=kept)
        begun = Round.objects.filter(pk__in=self.rounds)
        Chair.objects.filter(entry=gone, round__in=begun).update(entry=kept)
        seated = Chair.objects.filter(entry=kept).values("round")
        SitOut.objects.filter(entry=kept, round__in=seated).delete()
        out = SitOut.objects.filter(entry=kept).values("round")
        stays_out = SitOut.objects.filter(entry=gone, round__in=begun)
        stays_out.exclude(round__in=seated).exclude(round__in=out).update(entry=kept)
        away = _absent(gone)
        Absence.objects.filter(entry=kept).exclude(round_number__in=away).delete()
        kept.first_round = min(kept.first_round, gone.first_round)
        lasts = (kept.last_round, gone.last_round)
        kept.last_round = None if None in lasts else max(each or 0 for each in lasts)
        kept.save(update_fields=["first_round", "last_round"])
        gone.delete()

    def _is_of_now(self, gone: Entry) -> bool:
        now = merge_of(self.entry, gone)
        return set(now.rounds) == set(self.rounds) and set(now.plays) == set(self.plays)

    def _part(self, after: Any) -> None:
        fields = dict(after["gone"])
        absences = fields.pop("absences")
        event = self.entry.event
        taken = event.entries.filter(Q(number=fields["number"]) | Q(player=fields["player_id"]))
        if taken.exists():
            raise Refused(
                _("Number %(number)d or its player was entered again since: take that out first.")
                % {"number": fields["number"]}
            )
        gone = Entry(event=event, **{**fields, "handicap": Decimal(fields["handicap"])})
        gone.save(force_insert=True)
        Absence.objects.bulk_create(Absence(entry=gone, round_number=number) for number in absences)
        both = {"kept": self.entry.pk, "gone": gone.pk}
        for play, whose in after["seats"].items():
            PlaySeat.objects.filter(play=play, entry=self.entry).update(entry=both[whose])
        for playing, whose in after["chairs"].items():
            Chair.objects.filter(round=playing, entry=self.entry).update(entry=both[whose])
        SitOut.objects.filter(round__in=self.rounds, entry=self.entry).delete()
        SitOut.objects.bulk_create(
            SitOut(round_id=playing, entry_id=both[whose]) for playing, whose in after["sit_outs"]
        )
        # The entry is as it was, but has no places any more in the rounds not begun.
        event.sessions.update(planned_for="")
        kept = Entry.objects.get(pk=self.entry.pk)
        kept.first_round, kept.last_round = after["kept"]["first"], after["kept"]["last"]
        kept.save(update_fields=["first_round", "last_round"])
        Absence.objects.filter(entry=kept).delete()
        Absence.objects.bulk_create(
            Absence(entry=kept, round_number=number) for number in after["kept"]["absences"]
        )


def merge_of(kept: Entry, gone: Entry) -> MergeChange:
    """Return the change that makes the entry `gone` one with `kept`."""
    rounds = Round.objects.filter(session__event=kept.event_id).exclude(state=Round.State.PLANNED)
    plays = Play.objects.filter(seats__entry__in=[kept, gone]).select_related("table", "board")
    return MergeChange(
        kept,
        gone.pk,
        list(rounds.order_by("pk").values_list("pk", flat=True)),
        list(plays.order_by("pk").distinct()),
    )


def merged(before: Any) -> Any:
    """Return what a merge makes of what is."""
    return {**before, "gone": None, "kept": None}


def merge_written(ruling: Any, plays: Sequence[Play]) -> MergeChange:
    """Return the change that a ruling of this kind made, or would."""
    known = ruling.before["gone"] or ruling.after["gone"]
    return MergeChange(ruling.entry, known["pk"], ruling.before["rounds"], plays)


def _refuse_two_teams(kept: Entry, gone: Entry) -> None:
    """Refuse to take from a team what its player scored: nobody plays for two, or for none."""
    if kept.event.movement != Event.Movement.TEAMS or gone.team is None or kept.team == gone.team:
        return
    words = {"one": kept.player.name, "other": gone.player.name, "theirs": gone.team.name}
    if kept.team is None:
        raise Refused(
            _("%(other)s plays for %(theirs)s: keep that entry, and let the other go.") % words
        )
    raise Refused(
        _(
            "%(one)s plays for %(team)s and %(other)s for %(theirs)s, and nobody plays for two "
            "teams: take one of them out of its team first."
        )
        % {**words, "team": kept.team.name}
    )


def refuse_both_played(kept: Entry, gone: Entry) -> None:
    """Raise Refused where both sat at a table in one round, or held cards of one board."""
    names = {"one": kept.player.name, "other": gone.player.name}
    chairs = Chair.objects.filter(entry=gone).exclude(round__state=Round.State.PLANNED)
    same = chairs.filter(round__chairs__entry=kept).select_related("round", "table").first()
    if same is not None:
        raise Refused(
            _("%(one)s and %(other)s both played in round %(round)d: they are two people.")
            % {**names, "round": same.round.number}
        )
    people = [kept.player_id, gone.player_id]
    held = PlaySeat.objects.filter(
        Q(entry__in=[kept, gone]) | Q(substitute__in=people), play__round__session__event=kept.event
    )
    boards: set[int] = set()
    for seat in held.select_related("board").order_by("board__number"):
        if seat.board_id in boards:
            raise Refused(
                _("%(one)s and %(other)s both held cards of board %(board)d.")
                % {**names, "board": seat.board.number}
            )
        boards.add(seat.board_id)


def _refuse_on_record(gone: Entry) -> None:
    """Refuse to let an entry go of which something else is kept: history is not deleted."""
    collector = Collector(using="default")
    collector.collect([gone])
    found = {model.__name__ for model, rows in collector.data.items() if rows}
    found |= {rows.model.__name__ for rows in collector.fast_deletes if rows.exists()}
    if found - ENDS_WITH_IT - {"PlaySeat"}:
        raise Refused(
            _(
                "%(name)s has penalties, corrections or deals in the browser on record: keep that "
                "entry, and let the other go."
            )
            % {"name": gone.player.name}
        )


def _absent(entry: Entry) -> set[int]:
    """Return the rounds in which an entry was not there."""
    return set(entry.absences.values_list("round_number", flat=True))


def _fields(entry: Entry) -> dict[str, Any]:
    fields = {name: getattr(entry, name) for name in FIELDS}
    return {**fields, "handicap": str(entry.handicap), "absences": sorted(_absent(entry))}


def _attendance(entry: Entry) -> dict[str, Any]:
    return {
        "first": entry.first_round,
        "last": entry.last_round,
        "absences": sorted(_absent(entry)),
    }
