"""Writes the sealed deals of an event's session, and the boards and rounds that they are for."""

import datetime
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from deals.models import DealSet
from deals.selectors import deals_imported, prints_of
from deals.services import deal_set_create, deal_set_import
from engine.protocol import Deal
from tournament.errors import Refused

from .models import Board, Event, Round, Session
from .reserve import boards_take, deals_unused
from .selectors import only_session

Keys = tuple[bytes | None, bytes | None]

# With one copy of each board, newcomers may need sets that nobody thought of.
SPARE_SETS = 2


@dataclass(frozen=True, slots=True)
class Sealing:
    """What deals are drawn from beside their secret key, and which are never dealt.

    `imported`: they are not drawn, and stay those of the file that was imported.
    """

    pass_four_aces: bool
    public_value_source: str
    public_value_date: datetime.date | None
    imported: bool = False


@dataclass(frozen=True, slots=True)
class FileDeals:
    """The deals of a file in the order they are played, its name, and who imported it."""

    deals: tuple[Deal, ...]
    source: str
    who: str


def sealing_of(session: Session) -> Sealing:
    """Return what the session's deals were sealed with."""
    made = session.deal_set
    return Sealing(
        made.pass_four_aces,
        made.public_value_source,
        made.public_value_date,
        imported=made.imported_from != "",
    )


def session_create(
    event: Event, sealing: Sealing, *, keys: Keys = (None, None), sets: int = 0
) -> Session:
    """Seal a session's deals and its reserve (one round's boards), and lay out its rounds.

    `sets` of boards are made of them where one copy of each goes from table to table: which table
    plays which is the movement's. Else each round has its own boards.
    """
    is_shared = event.movement == Event.Movement.SHARED
    sets = sets or event.rounds
    spare = SPARE_SETS if is_shared else 0
    with_all: dict[str, Any] = {
        "game": event.game,
        "options": event.options,
        "pass_four_aces": sealing.pass_four_aces,
        "public_value_source": sealing.public_value_source,
        "public_value_date": sealing.public_value_date,
        # A key given by hand is a simulation's, and simulations may be repeated.
        "confirmed": True,
    }
    each = event.boards_per_round
    main = deal_set_create(boards=(sets + spare) * each, purpose="main", key=keys[0], **with_all)
    reserve = deal_set_create(boards=each, purpose="reserve", key=keys[1], **with_all)
    return _laid_out(event, main, reserve, sets=sets)


def session_create_imported(event: Event, found: FileDeals, *, sets: int = 0) -> Session:
    """Seal the deals of a file for a session: the first ones for play, those over as its reserve.

    Where none are over, a reserve is drawn. Raises Refused when the file has too few.
    """
    sets = sets or event.rounds
    each = event.boards_per_round
    needed = boards_needed(event, len(found.deals), sets=sets)
    with_all: dict[str, Any] = {"game": event.game, "options": event.options}
    from_file: dict[str, Any] = {**with_all, "source": found.source, "who": found.who}
    over = found.deals[needed:]
    main = deal_set_import(deals=found.deals[:needed], purpose="main", **from_file)
    if over:
        reserve = deal_set_import(deals=over, purpose="reserve", **from_file)
    else:
        reserve = deal_set_create(boards=each, purpose="reserve", **with_all)
    return _laid_out(event, main, reserve, sets=sets)


def boards_needed(event: Event, have: int, *, sets: int = 0) -> int:
    """Return how many boards are for play. Raises Refused when a file has not as many deals."""
    sets = sets or event.rounds
    needed = sets * event.boards_per_round
    if have < needed:
        raise Refused(
            _(
                "The file has %(have)d deals, and this tournament plays %(needed)d boards "
                "(%(rounds)d × %(each)d). Change the numbers of rounds or boards, or take another "
                "file."
            )
            % {
                "have": have,
                "needed": needed,
                "rounds": sets,
                "each": event.boards_per_round,
            }
        )
    return needed


def file_deals_of(session: Session) -> FileDeals:
    """Return the deals that were imported for a session; none where they are drawn."""
    main, reserve = session.deal_set, session.reserve_set
    deals = (*deals_imported(main), *deals_imported(reserve))
    return FileDeals(deals, main.imported_from, main.imported_by)


def _laid_out(event: Event, main: DealSet, reserve: DealSet, *, sets: int) -> Session:
    is_shared = event.movement == Event.Movement.SHARED
    each = event.boards_per_round
    session = Session.objects.create(event=event, number=1, deal_set=main, reserve_set=reserve)
    boards = Board.objects.bulk_create(
        Board(
            session=session,
            number=number + 1,
            deal_set=main,
            deal_number=number + 1,
            set=number // each if is_shared else None,
        )
        for number in range(sets * each)
    )
    for number in range(event.rounds):
        playing = Round.objects.create(session=session, number=number + 1)
        if not is_shared:
            playing.boards.set(boards[number * each : (number + 1) * each])
    return session


def session_reseal(event: Event, sealing: Sealing, *, sets: int = 0) -> Session:
    """Seal other deals in the place of those of an event in preparation; imported ones stay.

    Raises Refused once they are drawn from a public value, or hands of them were printed: whoever
    could look would have others until they please. Also when a file has too few.
    """
    if not sealing.imported:
        _session_discard(event)
        return session_create(event, sealing, sets=sets)
    session = only_session(event)
    kept = file_deals_of(session)
    if not kept.deals or session.deal_set.game != event.game:
        raise Refused(_("The imported deals are of another game: draw deals instead."))
    return session_import(event, kept, sets=sets)


def session_import(event: Event, found: FileDeals, *, sets: int = 0) -> Session:
    """Seal the deals of a file in the place of those of an event in preparation.

    Raises Refused as `session_reseal` does; then the deals are those they were.
    """
    with transaction.atomic():
        _session_discard(event)
        return session_create_imported(event, found, sets=sets)


def _session_discard(event: Event) -> None:
    session = only_session(event)
    old = [session.deal_set, session.reserve_set]
    if session.deal_set.public_value:
        raise Refused(_("The public value is entered: the deals are drawn and can't be changed."))
    if prints_of(old).exists():
        raise Refused(
            _("Hands of these deals were printed: the deals stay. Make another tournament instead.")
        )
    session.delete()
    for deal_set in old:
        deal_set.delete()


def sets_fit(event: Event, many: int) -> Session:
    """Let the session have so many sets of shared boards, and return it.

    More are made of deals sealed with the others. When these are too few, all deals are sealed
    anew before round 1 as long as that can be; else the reserve is taken. Raises Refused where that
    is too small as well.
    """
    session = only_session(event)
    have = session.boards.exclude(set=None).values("set").distinct().count()
    missing = (many - have) * event.boards_per_round
    if missing <= 0:
        return session
    main = deals_unused(session, session.deal_set)
    left = len(main) + len(deals_unused(session, session.reserve_set))
    if len(main) < missing and event.state == Event.State.DRAFT:
        # Refused once somebody could have seen a deal: then those that are sealed have to do.
        with suppress(Refused):
            return session_reseal(event, sealing_of(session), sets=many)
    if left < missing:
        raise Refused(
            _(
                "With one copy of each board these players need %(missing)d boards more, and "
                "%(left)d sealed ones are left: play fewer rounds, or let the newcomers wait."
            )
            % {"missing": missing, "left": left}
        )
    first = min(missing, len(main))
    made = boards_take(session=session, deal_set=session.deal_set, many=first)
    made += boards_take(session=session, deal_set=session.reserve_set, many=missing - first)
    for place, board in enumerate(made):
        board.set = have + place // event.boards_per_round
    Board.objects.bulk_update(made, ["set"])
    return session
