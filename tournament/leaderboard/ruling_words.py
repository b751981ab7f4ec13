"""What was put right, in a line for each thing that changed: what it was → what it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.events.models import Entry
from tournament.players.models import Player
from tournament.rulings.entries import ENTERED
from tournament.rulings.models import Proposal, Ruling
from tournament.tables.models import Play

from .templatetags.triplicate import seat_letter
from .terms_words import terms_pairs
from .wording import award_words, result_words


@dataclass(frozen=True, slots=True)
class Naming:
    """What people are called: players by entry number, as text; substitutes by their id.

    `in_public` leaves out what was typed at a table.
    """

    game: str
    numbers: Mapping[str, str]
    substitutes: Mapping[int, str] = field(default_factory=dict)
    in_public: bool = False

    def of(self, entry: Entry | None) -> str:
        return self.numbers.get(str(entry.number), "") if entry else ""


def named(numbers: Mapping[str, str], number: int | str) -> str:
    """Return the name of an entry that was written by its number; it may be gone since."""
    return numbers.get(str(number)) or _("No. %(number)s") % {"number": number}


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


def ruling_words(rulings: Sequence[Ruling], naming: Naming) -> Mapping[int, list[str]]:
    """Return by ruling a line for each thing it changed. Rulings come with plays and entry."""
    return {
        ruling.pk: change_words(ruling, ruling.plays.all(), ruling.entry, naming)
        for ruling in rulings
    }


def proposal_words(proposal: Proposal, naming: Naming) -> list[str]:
    """Return a line for each thing that a proposal would change. It comes with plays and entry."""
    if proposal.kind != Ruling.Kind.SUBSTITUTE:
        return change_words(proposal, proposal.plays.all(), proposal.entry, naming)
    # Who is to be the substitute may be a name, a player only once it is confirmed.
    given = {name for name in proposal.after.values() if isinstance(name, str)}
    invented = {name: -number for number, name in enumerate(sorted(given), start=1)}
    after = {play: invented.get(whom, whom) for play, whom in proposal.after.items()}
    said = Said(proposal.kind, proposal.before, after)
    names = {number: name for name, number in invented.items()} | substitute_names([said])
    naming = replace(naming, substitutes=names)
    return change_words(said, proposal.plays.all(), proposal.entry, naming)


def change_words(
    made: Made,
    plays: Iterable[Play],
    entry: Entry | None,
    naming: Naming,
) -> list[str]:
    """Return a line for each thing a change makes different. Plays come with table and board."""
    if made.kind == Ruling.Kind.AWARDS:
        before, after = (_awards(each, naming.game) for each in (made.before, made.after))
        return [f"{naming.of(entry)}{_(':')} {before} → {after}"]
    if made.kind == Ruling.Kind.TERMS:
        return [
            f"{naming.of(entry)}{_(':')} {before} → {after}"
            for before, after in terms_pairs(made.before, made.after, naming.game)
        ]
    if made.kind == Ruling.Kind.NAME:
        withheld = naming.in_public and entry is not None and not entry.player.name_public
        return [naming.of(entry) if withheld else f"{made.before} → {made.after}"]
    if made.kind == Ruling.Kind.MERGE:
        return [_merge_words(made, naming.of(entry))]
    if made.kind == Ruling.Kind.LEAVING:
        return _leaving_words(made, naming.of(entry))
    if made.kind == Ruling.Kind.ROUND:
        results = Said(Ruling.Kind.RESULTS, made.before["results"], made.after["results"])
        # The reason stands beside the ruling: once is enough.
        lines = change_words(results, plays, entry, replace(naming, in_public=True))
        more = made.before["more"], made.after["more"]
        if more[0] != more[1]:
            words = _("Boards from the reserve: %(before)d → %(after)d")
            lines.append(words % {"before": more[0], "after": more[1]})
        return lines + _entries_words(made, plays, naming)
    lines = []
    for play in sorted(plays, key=lambda play: (play.table.number, play.board.number)):
        before, after = made.before.get(str(play.pk)), made.after.get(str(play.pk))
        if before != after:
            said = (_one(made.kind, each, entry, naming) for each in (before, after))
            # The board is what changes.
            where = _("Table %(table)d") % {"table": play.table.number}
            where = where if made.kind == Ruling.Kind.BOARD else play_words(play)
            lines.append(f"{where}{_(':')} {' → '.join(said)}")
    return lines + _entries_words(made, plays, naming)


def _entries_words(made: Made, plays: Iterable[Play], naming: Naming) -> list[str]:
    """Say which open entries of tables a change sets aside, or puts back. Never in public."""
    if naming.in_public:
        return []
    before, after = (each.get(ENTERED, {}) for each in (made.before, made.after))
    aside = _(
        "%(play)s: the table’s entry %(result)s is set aside. Taking this back lets it wait again."
    )
    back = _("%(play)s: the table’s entry %(result)s waits again.")
    return [
        words % {"play": play_words(play), "result": result_words(here[str(play.pk)]["detail"])}
        for words, here, there in ((aside, before, after), (back, after, before))
        for play in plays
        if str(play.pk) in here and str(play.pk) not in there
    ]


def now_words(
    kind: str, now: Any, plays: Iterable[Play], entry: Entry | None, naming: Naming
) -> list[str]:
    """Return a line for each of these plays: what is there now."""
    if kind == Ruling.Kind.ROUND:
        entered = {key: now[key] for key in now.keys() & {ENTERED}}
        return now_words(Ruling.Kind.RESULTS, now["results"] | entered, plays, entry, naming)
    if kind == Ruling.Kind.SUBSTITUTE:
        naming = replace(naming, substitutes=_names_of(now.values()))
    return [
        f"{play_words(play)}{_(':')} {_one(kind, now[str(play.pk)], entry, naming)}"
        for play in plays
        if str(play.pk) in now
    ] + [
        _("%(play)s: the table has entered %(result)s.")
        % {"play": play_words(play), "result": result_words(entered["detail"])}
        for play in plays
        if (entered := now.get(ENTERED, {}).get(str(play.pk)))
    ]


def _one(kind: str, value: Any, entry: Entry | None, naming: Naming) -> str:
    if kind == Ruling.Kind.RESULTS:
        return result_words(value, with_reason=not naming.in_public)
    if kind == Ruling.Kind.SEATS:
        return ", ".join(
            f"{seat_letter(seat)} {named(naming.numbers, number)}"
            for seat, number in enumerate(value)
        )
    if kind == Ruling.Kind.BOARD:
        return _board_words(value, naming)
    if kind == Ruling.Kind.SUBSTITUTE:
        return naming.of(entry) if value is None else naming.substitutes.get(value, str(value))
    if value == 0:
        return _("the cards as dealt")
    return _("other cards (version %(number)d)") % {"number": value + 1}


def _leaving_words(made: Made, name: str) -> list[str]:
    """Say whether a bot plays on, and who has a seat in the rounds to come."""
    said = {"name": name, "round": made.after["round"]}
    if made.before["gone"]:
        return [_("%(name)s comes back, from round %(round)d on.") % said]
    lines = [_("%(name)s leaves in round %(round)d.") % said]
    if made.after["bot"]:
        lines = [_("%(name)s leaves in round %(round)d, and a bot plays on.") % said]
    if made.after["gone"]:
        lines.append(_("%(name)s has no seat in the rounds to come.") % said)
    return lines


def _merge_words(made: Made, name: str) -> str:
    """Say it by the number that goes, whose name may be withheld."""
    if made.after["gone"] is None:
        words = _("%(name)s was entered twice: number %(number)d goes, its %(boards)s are counted.")
        number, seats = made.before["gone"]["number"], made.before["seats"]
    else:
        words = _("Number %(number)d is a player again, beside %(name)s, with its %(boards)s.")
        number, seats = made.after["gone"]["number"], made.after["seats"]
    many = sum(whose == "gone" for whose in seats.values())
    if not many and made.after["gone"] is None:
        words = _("%(name)s was entered twice: number %(number)d goes.")
    boards = ngettext("%(n)d board", "%(n)d boards", many) % {"n": many}
    return words % {"name": name, "number": number, "boards": boards}


def _board_words(value: Mapping[str, Any], naming: Naming) -> str:
    played = _("board %(board)d") % {"board": value["board"]}
    if value["owed"] is None:
        return played
    if value["given"] is None:
        instead = _("board %(board)d is owed") % {"board": value["owed"]}
    else:
        instead = _("board %(board)d: %(result)s") % {
            "board": value["owed"],
            "result": result_words(value["given"], with_reason=not naming.in_public),
        }
    return f"{played} ({instead})"


def _awards(awards: Sequence[Mapping[str, str]], game: str) -> str:
    return " · ".join(award_words(**each, game=game) for each in awards) or pgettext(
        "penalty", "none"
    )


def play_words(play: Play) -> str:
    """Return “Table 3, board 7”. The play comes with table and board."""
    return _("Table %(table)d, board %(board)d") % {
        "table": play.table.number,
        "board": play.board.number,
    }


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
