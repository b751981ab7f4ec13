"""Who said something of a result, under the name of whoever held the seat at that time."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from tournament.events.models import Entry
from tournament.results.models import Submission, Verdict
from tournament.rulings.models import Ruling
from tournament.tables.models import Play, PlaySeat

Names = Mapping[int, str]  # of the players of one play, by seat


@dataclass(frozen=True, slots=True)
class Author:
    """Who said something: a player with `seat` and `name`, a director by `name` alone.

    `device` is short, only to tell two phones apart.
    """

    seat: int | None
    name: str
    device: str


@dataclass(frozen=True, slots=True)
class Holders:
    """Who holds the seats of a play, and who held them until each ruling that seated others.

    `until` is sorted by time.
    """

    now: Names
    until: Sequence[tuple[datetime, Names]] = ()

    def at(self, when: datetime) -> Names:
        return next((names for ruled, names in self.until if when < ruled), self.now)


def author_of(said: Submission | Verdict, holders: Holders) -> Author:
    """Return who sent an entry or a verdict. `said` comes with its user."""
    user: User | None = said.user
    if user is not None:
        return Author(None, user.get_full_name() or user.get_username(), "")
    name = "" if said.seat is None else holders.at(said.at).get(said.seat, "")
    return Author(said.seat, name, said.device[-4:])


def names_of_plays(plays: Iterable[Play]) -> Mapping[int, Names]:
    """Return by play id who holds which seat, in one query."""
    names: dict[int, dict[int, str]] = defaultdict(dict)
    held = PlaySeat.objects.filter(play__in=[play.pk for play in plays]).order_by("number")
    for play_id, seat, name in held.values_list("play_id", "number", "entry__player__name"):
        names[play_id][seat] = name
    return names


def holders_of_plays(plays: Iterable[Play]) -> Mapping[int, Holders]:
    """Return by play id who holds and who held which seat, in three queries at the most."""
    now = names_of_plays(plays)
    if not now:
        return {}
    moved = Ruling.objects.filter(kind=Ruling.Kind.SEATS, plays__in=list(now)).distinct()
    rulings = list(moved.order_by("at", "pk"))
    until: dict[int, list[tuple[datetime, Names]]] = defaultdict(list)
    if rulings:
        entries = Entry.objects.filter(event=rulings[0].event_id)
        called = dict(entries.values_list("number", "player__name"))
        for ruling in rulings:
            for play, numbers in ruling.before.items():
                # An entry that is gone, entered twice, leaves the name that counts now.
                here = now.get(int(play), {})
                names = {
                    seat: called.get(number, here.get(seat, ""))
                    for seat, number in enumerate(numbers)
                }
                until[int(play)].append((ruling.at, names))
    return {play: Holders(names, until[play]) for play, names in now.items()}
