"""What follows from a finished play, and from another rule of scoring.

finished play → result → standings and analysis → leaderboard: results send `play_finished`, tables
in the browser `live_finished` and `hand_claimed`, which only this module receives.
"""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext as _

from tournament.analysis.services import analysis_mark
from tournament.errors import Refused
from tournament.events.locks import event_lock
from tournament.events.models import Event
from tournament.events.ranking import Ranking, correction_period_begin, ranking_set
from tournament.events.services import publication_raise
from tournament.friendly.hands import hand_note
from tournament.friendly.match_play import deal_finished
from tournament.live.event_play import player_announce
from tournament.live.models import LiveDeal, Participant
from tournament.live.signals import hand_claimed, live_finished
from tournament.players.models import Player
from tournament.practice.services import practice_finished
from tournament.standings.services import standings_mark
from tournament.tables.models import Play
from tournament.tables.signals import (
    play_finished,
    round_closed,
    rounds_changed,
    rounds_finished,
)


@receiver(play_finished, dispatch_uid="standings-follow-plays")
def standings_follow(*, play: Play, **_kwargs: Any) -> None:
    """A play has a result, or another one: its event's standings have something new to see.

    And if it was the last one of its board, this can be analysed.
    """
    standings_mark(event_id=play.round.session.event_id)
    analysis_mark(event=play.round.session.event)


@receiver(rounds_changed, dispatch_uid="standings-follow-number-of-rounds")
def standings_go_on(*, event: Event, **_kwargs: Any) -> None:
    """Other rounds: while some are to come, nobody has too few boards to be ranked."""
    standings_mark(event_id=event.pk)
    analysis_mark(event=event)


@receiver(round_closed, dispatch_uid="seats-follow-standings")
def seats_follow(*, event: Event, **_kwargs: Any) -> None:
    """A round is closed: where the standings seat the players, they do when they are computed.

    Nobody plays its boards any more: they can be analysed.
    """
    if event.movement == Event.Movement.STANDING:
        standings_mark(event_id=event.pk)
    analysis_mark(event=event)


@receiver(rounds_finished, dispatch_uid="standings-follow-rounds")
def standings_end(*, event: Event, **_kwargs: Any) -> None:
    """The last round is closed: whoever has too few boards is not ranked, and corrections end."""
    correction_period_begin(event=event)
    standings_mark(event_id=event.pk)
    analysis_mark(event=event)


@receiver(live_finished, dispatch_uid="matches-follow-deals")
def matches_follow(*, live_deal: LiveDeal, **_kwargs: Any) -> None:
    """A deal played in the browser is over: if it belongs to a match, the match goes on."""
    deal_finished(live_deal=live_deal)


@receiver(live_finished, dispatch_uid="practice-follows-deals")
def practice_follows(*, live_deal: LiveDeal, **_kwargs: Any) -> None:
    """A deal played in the browser is over: if it was practice, its cards are analysed."""
    practice_finished(live_deal=live_deal)


@receiver(hand_claimed, dispatch_uid="hands-follow-links")
def hands_follow(*, participant: Participant, device: str, **_kwargs: Any) -> None:
    """A device holds somebody's hand by their link: in a match it may hold no other of the deal."""
    hand_note(participant=participant, device=device)


@receiver(live_finished, dispatch_uid="pages-follow-deals")
def pages_follow(*, live_deal: LiveDeal, **_kwargs: Any) -> None:
    """A deal is over whose result the director had entered: only now may its board be shown.

    After the deal's own transaction: whoever holds a deal must not wait for its event.
    """
    play = live_deal.play
    if play is None:
        return
    submission = play.result.submission
    if submission is None or submission.user_id is not None:
        transaction.on_commit(partial(_board_opened, play.round.session.event_id))


@receiver(post_save, sender=Player, dispatch_uid="tables-follow-names")
def tables_follow(*, instance: Player, created: bool, raw: bool, **_kwargs: Any) -> None:
    """A player has another name: who sits with them in the browser sees it at once.

    After the transaction, which has events still to come: they are locked before deals.
    """
    if not created and not raw:
        transaction.on_commit(partial(player_announce, player_id=instance.pk))


@transaction.atomic
def _board_opened(event_id: int) -> None:
    publication_raise(event_id=event_id)
    analysis_mark(event=Event.objects.get(pk=event_id))


@transaction.atomic
def scoring_change(
    *,
    event: Event,
    method: str,
    rounding: str,
    sit_out: str,
    tie_breaks: list[str],
    minimum_boards: int,
    ranking: Ranking | None = None,
) -> None:
    """Rank the event by another rule; everything is recomputed. Raises Refused once official.

    `ranking` None leaves handicaps, categories and carry-over as they are.
    """
    carried = [] if ranking is None or ranking.carry_from is None else [ranking.carry_from]
    # With the other one: of two that are to be carried over into each other, one comes second.
    event = event_lock(event.pk, *carried)
    if event.state == Event.State.OFFICIAL:
        raise Refused(_("The standings are official: the scoring can no longer be changed."))
    event.method, event.rounding, event.sit_out = method, rounding, sit_out
    event.tie_breaks, event.minimum_boards = tie_breaks, minimum_boards
    event.full_clean(exclude=["options", "tie_breaks"])
    event.save(update_fields=["method", "rounding", "sit_out", "tie_breaks", "minimum_boards"])
    if ranking is not None:
        ranking_set(event=event, ranking=ranking)
    standings_mark(event_id=event.pk)
    publication_raise(event_id=event.pk)
