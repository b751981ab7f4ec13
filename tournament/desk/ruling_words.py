"""What was put right, in a line for each thing that changed: what it was → what it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.events.models import Entry
from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.leaderboard.wording import award_words
from tournament.players.models import Player
from tournament.rulings.models import Proposal, Ruling
from tournament.tables.models import Play

from .result_words import detail_words, play_words

Numbers = Mapping[str, str]  # real names by entry number


class Made(Protocol):
    """A ruling, or what one would be."""

    @property
    def kind(self) -> str: ...
    @property
    def before(self) -> Any: ...
    @property
    def after(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Said:
    """A change that is not made, for its words."""

    kind: str
    before: Any
    after: Any


def ruling_words(rulings: Sequence[Ruling], numbers: Numbers) -> Mapping[int, list[str]]:
    """Return by ruling a line for each thing it changed. Rulings come with plays and entry."""
    substitutes = substitute_names(rulings)
    return {
        ruling.pk: change_words(ruling, ruling.plays.all(), ruling.entry, numbers, substitutes)
        for ruling in rulings
    }


def proposal_words(proposal: Proposal, numbers: Numbers) -> list[str]:
    """Return a line for each thing that a proposal would change. It comes with plays and entry."""
    if proposal.kind != Ruling.Kind.SUBSTITUTE:
        return change_words(proposal, proposal.plays.all(), proposal.entry, numbers, {})
    # Who is to be the substitute may be a name, a player only once it is confirmed.
    given = {name for name in proposal.after.values() if isinstance(name, str)}
    invented = {name: -number for number, name in enumerate(sorted(given), start=1)}
    after = {play: invented.get(whom, whom) for play, whom in proposal.after.items()}
    said = Said(proposal.kind, proposal.before, after)
    names = {number: name for name, number in invented.items()} | substitute_names([said])
    return change_words(said, proposal.plays.all(), proposal.entry, numbers, names)


def change_words(
    made: Made,
    plays: Iterable[Play],
    entry: Entry | None,
    numbers: Numbers,
    substitutes: Mapping[int, str],
) -> list[str]:
    """Return a line for each thing a change makes different. Plays come with table and board."""
    if made.kind == Ruling.Kind.AWARDS:
        before, after = (_awards(each) for each in (made.before, made.after))
        return [f"{entry.player.name if entry else ''}{_(':')} {before} → {after}"]
    if made.kind == Ruling.Kind.ROUND:
        results = Said(Ruling.Kind.RESULTS, made.before["results"], made.after["results"])
        lines = change_words(results, plays, entry, numbers, substitutes)
        more = made.before["more"], made.after["more"]
        if more[0] != more[1]:
            words = _("Boards from the reserve: %(before)d → %(after)d")
            lines.append(words % {"before": more[0], "after": more[1]})
        return lines
    lines = []
    for play in sorted(plays, key=lambda play: (play.table.number, play.board.number)):
        before, after = made.before.get(str(play.pk)), made.after.get(str(play.pk))
        if before != after:
            said = (_one(made.kind, each, numbers, entry, substitutes) for each in (before, after))
            # The board is what changes.
            where = _("Table %(table)d") % {"table": play.table.number}
            where = where if made.kind == Ruling.Kind.BOARD else play_words(play)
            lines.append(f"{where}{_(':')} {' → '.join(said)}")
    return lines


def now_words(
    kind: str, now: Any, plays: Iterable[Play], entry: Entry | None, numbers: Numbers
) -> list[str]:
    """Return a line for each of these plays: what is there now."""
    if kind == Ruling.Kind.ROUND:
        return now_words(Ruling.Kind.RESULTS, now["results"], plays, entry, numbers)
    substitutes = _names_of(now.values()) if kind == Ruling.Kind.SUBSTITUTE else {}
    return [
        f"{play_words(play)}{_(':')} {_one(kind, now[str(play.pk)], numbers, entry, substitutes)}"
        for play in plays
        if str(play.pk) in now
    ]


def _one(
    kind: str, value: Any, numbers: Numbers, entry: Entry | None, substitutes: Mapping[int, str]
) -> str:
    if kind == Ruling.Kind.RESULTS:
        return detail_words(value)
    if kind == Ruling.Kind.SEATS:
        return ", ".join(
            f"{seat_letter(seat)} {numbers.get(str(number), number)}"
            for seat, number in enumerate(value)
        )
    if kind == Ruling.Kind.BOARD:
        return _board_words(value)
    if kind == Ruling.Kind.SUBSTITUTE:
        own = entry.player.name if entry else ""
        return own if value is None else substitutes.get(value, str(value))
    if value == 0:
        return _("the cards as dealt")
    return _("other cards (version %(number)d)") % {"number": value + 1}


def _board_words(value: Mapping[str, Any]) -> str:
    played = _("board %(board)d") % {"board": value["board"]}
    if value["owed"] is None:
        return played
    if value["given"] is None:
        instead = _("board %(board)d is owed") % {"board": value["owed"]}
    else:
        instead = _("board %(board)d: %(result)s") % {
            "board": value["owed"],
            "result": detail_words(value["given"]),
        }
    return f"{played} ({instead})"


def _awards(awards: Sequence[Mapping[str, str]]) -> str:
    return "; ".join(award_words(**each) for each in awards) or pgettext("penalty", "none")


def substitute_names(rulings: Iterable[Made]) -> dict[int, str]:
    """Return the real names of all substitutes that these speak of, by player id."""
    ids = {
        substitute
        for ruling in rulings
        if ruling.kind == Ruling.Kind.SUBSTITUTE
        for each in (ruling.before, ruling.after)
        for substitute in each.values()
    }
    return _names_of(ids)


def _names_of(ids: Iterable[int | None]) -> dict[int, str]:
    known = [each for each in ids if each is not None]
    return dict(Player.objects.filter(pk__in=known).values_list("pk", "name"))
