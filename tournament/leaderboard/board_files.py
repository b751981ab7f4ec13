"""All boards of an event with their hands, as files of deals have them, once they are published."""

from deals.formats import pbn
from deals.formats.boards import Boards, DealtBoard, normal, one_line
from deals.selectors import deal_of
from engine.registry import game
from tournament.analysis.selectors import board_analyses
from tournament.events.models import Event, Session


def boards_published(event: Event) -> Boards | None:
    """Return the event's boards under the numbers they were played by, those of the reserve too.

    None until every key is public: before that no file has a hand.
    """
    session = Session.objects.select_related("deal_set", "reserve_set").get(event=event)
    sets = {each.pk: each for each in (session.deal_set, session.reserve_set)}
    if any(each.revealed_at is None for each in sets.values()):
        return None
    deck = game(event.game).deck(event.options)
    said = board_analyses(event)
    return Boards(
        game=event.game,
        options=event.options,
        event=one_line(event.name),
        site=one_line(event.club.name),
        date=event.date.isoformat(),
        boards=tuple(
            DealtBoard(
                board.number,
                normal(deal_of(sets[board.deal_set_id], board.deal_number), deck),
                guaranteed=tuple(said[board.number].guaranteed) if board.number in said else (),
                par=tuple(said[board.number].par_scores) if board.number in said else (),
            )
            for board in session.boards.order_by("number")
        ),
    )


def has_pbn(event: Event) -> bool:
    """Return whether PBN can write deals of the event's game."""
    played = game(event.game)
    deck = played.deck(event.options)
    hands = played.deal_from(deck, event.options).hands
    return pbn.can_state(deck, [len(hand) for hand in hands])
