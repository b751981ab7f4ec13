"""What the desk can print for an event, and what a form asks for of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.documents import pages
from tournament.documents.hands import board_names
from tournament.documents.selectors import (
    OPPONENTS_UP_TO,
    Hand,
    RoundToPrint,
    hands_of_boards,
    hands_of_reserve,
    rounds_to_print,
)
from tournament.errors import Refused
from tournament.events.models import Event, Round, Session
from tournament.events.reserve import reserve_left
from tournament.events.selectors import only_session
from tournament.rules.display import ranges
from tournament.tables.selectors import boards_due

from .access import own_or_403
from .selectors import CHAIRS, Sealed

ALL = "all"
RESERVE = "reserve"
# What a browser shows and a printer takes at once: beyond, all rounds are printed one by one.
PAGES_TOGETHER = 600


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a list to choose from: the value that the form sends, and its words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class HandsAsked:
    """The hand slips that a form asks for: the hands, and which boards each table plays.

    `chairs` has by table and board the chair that holds each seat, where that is to be printed.
    """

    hands: Sequence[Hand]
    played: Mapping[int, Sequence[int]]
    reserve: bool
    chairs: Mapping[tuple[int, int], tuple[int, ...]]


def round_default(rounds: Sequence[RoundToPrint]) -> str:
    """Return the round that is most likely printed for: the next, else the one being played."""
    planned = [each for each in rounds if each.round.state == Round.State.PLANNED]
    return str((planned or rounds)[0].number) if rounds else ""


def hand_slip_choices(rounds: Sequence[RoundToPrint], sealed: Sealed) -> list[Choice]:
    """Return the rounds whose hands can be printed, all of them together, and the reserve."""
    seated = [each for each in rounds if each.boards]
    choices = [
        Choice(
            str(each.number),
            _("Round %(number)d: %(what)s") % {"number": each.number, "what": _slips_words(each)},
        )
        for each in seated
    ]
    if not seated:
        return choices
    played = _new(seated)
    boards = _boards(played)
    count = _slip_pages(played)
    if len(seated) > 1 and boards and count <= PAGES_TOGETHER:
        words = _("All rounds not closed: %(what)s")
        choices.append(Choice(ALL, words % {"what": _words(boards, count)}))
    reserve = range(1, sealed.reserve.boards + 1)
    what = _words(reserve, _slip_pages(dict.fromkeys(played, reserve)), reserve=True)
    return [*choices, Choice(RESERVE, _("Reserve: %(what)s") % {"what": what})]


def curtain_card_choices(rounds: Sequence[RoundToPrint], sealed: Sealed) -> list[Choice]:
    """Return the rounds whose curtain cards can be printed, all of them, and the reserve."""
    seated = [each for each in rounds if each.boards]
    if not seated:
        return []
    new = {each.number: _boards(each.new) for each in seated}
    choices = [
        Choice(
            str(each.number),
            _("Round %(number)d: %(what)s")
            % {"number": each.number, "what": _curtain_words(new[each.number])},
        )
        for each in seated
        if new[each.number]
    ]
    if len(choices) > 1:
        every = _curtain_words(_boards(_new(seated)))
        choices.append(Choice(ALL, _("All rounds not closed: %(what)s") % {"what": every}))
    reserve = _curtain_words(range(1, sealed.reserve.boards + 1), reserve=True)
    return [*choices, Choice(RESERVE, _("Reserve: %(what)s") % {"what": reserve})]


def _boards(by_table: Mapping[int, Sequence[int]]) -> list[int]:
    return sorted({board for own in by_table.values() for board in own})


def _curtain_words(boards: Sequence[int], *, reserve: bool = False) -> str:
    count = pages.curtain_card_pages(len(boards), seats=CHAIRS)
    return _words(boards, count, reserve=reserve)


def curtain_hands_asked(event: Event, which: str) -> tuple[Sequence[Hand], bool]:
    """Return the hands whose curtain cards a form asks for, and whether they are the reserve's.

    Raises PermissionDenied for what no page of the event offers, and Refused for a closed round and
    where all boards came to a table before.
    """
    rounds = rounds_to_print(event)
    if which == RESERVE:
        return (hands_of_reserve(event) if any(each.boards for each in rounds) else []), True
    asked = rounds if which == ALL else [_round(event, rounds, which)]
    boards = _boards(_new(asked))
    if not boards and any(each.boards for each in asked):
        raise Refused(
            _("No board is new in this round: their curtain cards are in their pockets already.")
        )
    return hands_of_boards(event, boards), False


def reserve_notes(event: Event, rounds: Sequence[RoundToPrint]) -> list[str]:
    """Return what a director who prints has to know of the reserve, a sentence for each board."""
    session = only_session(event)
    reserve = dict(
        session.boards.filter(deal_set=session.reserve_set).values_list("number", "deal_number")
    )
    notes = []
    for each in rounds:
        for board in each.boards:
            if board in reserve:
                tables = [table for table, own in each.played.items() if board in own]
                notes.append(
                    _(
                        "Board %(board)d is R%(reserve)d of the sealed reserve. In round %(round)d "
                        "these tables play it: %(tables)s. It is printed with that round’s hand "
                        "slips; if you have printed the reserve, it is slip R%(reserve)d."
                    )
                    % {
                        "board": board,
                        "reserve": reserve[board],
                        "round": each.number,
                        "tables": ranges(tables),
                    }
                )
    return [*notes, *_to_be_replaced(session, rounds)]


def _to_be_replaced(session: Session, rounds: Sequence[RoundToPrint]) -> Iterator[str]:
    """Yield which tables do not play a board of their plan, which a player has had by mistake."""
    left = reserve_left(session)
    planned = [each for each in rounds if each.round.state == Round.State.PLANNED]
    due = boards_due([each.round for each in planned])
    tables = dict(session.event.tables.values_list("number", "pk"))
    for each in planned:
        for table, own in each.played.items():
            for board in due[each.round.pk, tables[table]].boards:
                if board.number not in own:
                    words = (
                        _(
                            "A player of table %(table)d has had board %(board)d already: the "
                            "table gets a board of the sealed reserve when round %(round)d begins. "
                            "Print the hand slips and score slip of this table then."
                        )
                        if left
                        else _(
                            "A player of table %(table)d has had board %(board)d already, and the "
                            "reserve is used up: the table does not play it in round %(round)d."
                        )
                    )
                    yield words % {"table": table, "board": board.number, "round": each.number}


def score_slip_choices(rounds: Sequence[RoundToPrint]) -> list[Choice]:
    """Return the rounds that score slips can be printed for."""
    return [
        Choice(
            str(each.number),
            _("Round %(number)d: %(what)s")
            % {
                "number": each.number,
                "what": _words(
                    each.boards,
                    pages.score_slip_pages(
                        len(each.tables), boards=max(map(len, each.played.values()))
                    ),
                ),
            },
        )
        for each in rounds
        if each.tables
    ]


def guide_card_choices(event: Event, *, players: int) -> list[Choice]:
    """Return the rounds from which guide cards can begin."""
    choices = []
    for first in range(1, event.rounds + 1):
        left = event.rounds - first + 1
        count = pages.guide_card_pages(
            players,
            rounds=left,
            opponents=left <= OPPONENTS_UP_TO,
            links=event.play_mode != Event.PlayMode.ENTERED,
        )
        choices.append(Choice(str(first), f"{first} ({pages_words(count)})"))
    return choices


def pages_words(count: int) -> str:
    """Return "7 pages"."""
    return ngettext("%(n)d page", "%(n)d pages", count) % {"n": count}


def _slip_pages(played: Mapping[int, Sequence[int]]) -> int:
    return pages.hand_slip_pages(tuple(played), CHAIRS * max(map(len, played.values()), default=0))


def _words(boards: Sequence[int], count: int, *, reserve: bool = False) -> str:
    names = {"names": board_names(boards, reserve=reserve)}
    words = ngettext("board %(names)s", "boards %(names)s", len(boards)) % names
    return f"{words}, {pages_words(count)}"


def _slips_words(each: RoundToPrint) -> str:
    """Return which boards' hands are printed for the round, and on how many pages."""
    boards = _boards(each.new)
    if not boards:
        return _("no new boards; for one table, all of its boards")
    return _words(boards, _slip_pages(each.new))


def _new(rounds: Sequence[RoundToPrint]) -> dict[int, list[int]]:
    """Return by table, in the order of play, the boards whose hands it is to get."""
    return _by_table(rounds, [each.new for each in rounds])


def _played(rounds: Sequence[RoundToPrint]) -> dict[int, list[int]]:
    """Return each table's boards in the order of play."""
    return _by_table(rounds, [each.played for each in rounds])


def _by_table(
    rounds: Sequence[RoundToPrint], boards: Sequence[Mapping[int, tuple[int, ...]]]
) -> dict[int, list[int]]:
    tables = sorted({table for each in rounds for table in each.tables})
    return {table: [board for own in boards for board in own.get(table, ())] for table in tables}


def round_asked(event: Event, number: str) -> Round:
    """Return the round that a form names.

    Raises PermissionDenied for what is no round of the event, and Refused for a closed one.
    """
    return _round(event, rounds_to_print(event), number).round


def hands_asked(event: Event, which: str, table: str) -> HandsAsked:
    """Return the hands that a form asks for: `which` round, all, or the reserve; for one table.

    A table alone gets all of its boards, also those that come to it from others. Raises
    PermissionDenied for what no page of the event offers, and Refused for a closed round, for a
    table that does not play, and where all boards came to a table before.
    """
    rounds = rounds_to_print(event)
    reserve = which == RESERVE
    asked = rounds if which in {ALL, RESERVE} else [_round(event, rounds, which)]
    played: Mapping[int, Sequence[int]] = _played(asked) if table or reserve else _new(asked)
    if reserve:
        hands = hands_of_reserve(event)
        played = dict.fromkeys(played, tuple(hand.number for hand in hands))
    if table:
        only = _table(event, list(played), table)
        played = {only: played[only]}
    elif which == ALL and _slip_pages(played) > PAGES_TOGETHER:
        raise Refused(_("These are too many slips for one document: print round by round."))
    if not reserve:
        hands = hands_of_boards(event, {board for own in played.values() for board in own})
        if not hands and any(each.boards for each in asked):
            raise Refused(
                _(
                    "No board is new in this round: their slips go on with them. For one table all "
                    "of its boards are printed."
                )
            )
    # Boards that go on to other tables are held there by other chairs.
    is_moving = event.movement == Event.Movement.SHARED
    chairs = {} if reserve or is_moving else _chairs(asked)
    return HandsAsked(hands, played, reserve, chairs)


def _chairs(rounds: Sequence[RoundToPrint]) -> dict[tuple[int, int], tuple[int, ...]]:
    return {where: chairs for each in rounds for where, chairs in each.chairs.items()}


def _table(event: Event, playing: Sequence[int], number: str) -> int:
    found = {str(each): each for each in playing}.get(number)
    if found is not None:
        return found
    own_or_403(event.tables.all(), number=number)
    raise Refused(_("Table %(number)s does not play then.") % {"number": number})


def _round(event: Event, rounds: Sequence[RoundToPrint], number: str) -> RoundToPrint:
    found = {str(each.number): each for each in rounds}.get(number)
    if found is not None:
        return found
    if number not in map(str, range(1, event.rounds + 1)):
        raise PermissionDenied
    # Closed since the page was opened.
    raise Refused(_("Round %(number)s is closed.") % {"number": number})
