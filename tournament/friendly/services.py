"""Everything that writes tables among friends and who sits there. Matches: `match_play.py`.

Whoever needs a deal's row and the table's locks the deal first: the last card does it so.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from deals.models import DealSet
from engine.bots import names
from engine.errors import BadRecord, UnknownGame
from engine.matches import match_begin
from engine.registry import game
from engine.variant import rules_within
from tournament.errors import Refused
from tournament.live.event_play import participant_release, participant_seat_bot
from tournament.live.models import LiveDeal, Participant, pin, secret
from tournament.live.services import live_lock, participant_leave
from tournament.players.services import name_clean
from tournament.push.services import announce
from tournament.push.topics import friends_topic, seat_topic

from .hands import deal_on_table, hand_note, holds_hand, place_held
from .models import FriendlyTable, Opening, Place
from .selectors import OPENINGS_WITHIN, is_gone, openings_exceeded

TARGET_MOST = 1000
SECONDS_LEAST, SECONDS_MOST = 5, 600
KEPT = timedelta(days=30)
# By place, in the language of whoever seats it. The pages say of each that it is a bot.
BOT_NAMES = (
    pgettext_lazy("bot", "Alpha"),
    pgettext_lazy("bot", "Beta"),
    pgettext_lazy("bot", "Gamma"),
    pgettext_lazy("bot", "Delta"),
    pgettext_lazy("bot", "Epsilon"),
    pgettext_lazy("bot", "Zeta"),
)


@dataclass(frozen=True, slots=True)
class TableData:
    """What somebody decides who opens a table. No `action_seconds`: no clock."""

    name: str
    game: str = "comon"
    options: Mapping[str, object] = field(default_factory=dict)
    action_seconds: int | None = None


@transaction.atomic
def table_open(
    *, data: TableData, owner_id: int | None, device: str, address: str | None
) -> FriendlyTable:
    """Return a new table with empty places. Raises Refused, also after too many from here.

    `address` is a stranger's, None of whoever is known.
    """
    if openings_exceeded(device=device, address=address):
        raise Refused(_("Many tables were opened from here just now. Try again in an hour."))
    seconds = data.action_seconds
    if seconds is not None and not SECONDS_LEAST <= seconds <= SECONDS_MOST:
        raise Refused(
            _("Choose from %(least)d to %(most)d seconds a card.")
            % {"least": SECONDS_LEAST, "most": SECONDS_MOST}
        )
    target = data.options.get("target")
    if isinstance(target, int) and target > TARGET_MOST:
        raise Refused(_("Play to %(most)d points at most.") % {"most": TARGET_MOST})
    try:
        match = match_begin(data.game, seed="", options=data.options)
        seats = rules_within(data.game, data.options).seats
    except (UnknownGame, BadRecord) as error:
        raise Refused(_("This game cannot be played like that.")) from error
    table = FriendlyTable(
        name=name_clean(data.name),
        game=game(data.game).key,
        options=dict(data.options),
        action_seconds=seconds,
        owner_id=owner_id,
        owner_device=device,
    )
    if len(match.totals) != seats:
        raise ValueError(f"a match of {data.game} for {len(match.totals)} in a game for {seats}")
    table.full_clean(exclude=["options"])
    table.save()
    Place.objects.bulk_create(
        Place(table=table, number=number) for number in range(len(match.totals))
    )
    Opening.objects.filter(at__lt=timezone.now() - OPENINGS_WITHIN).delete()
    Opening.objects.create(device=device, address=address)
    return table


def table_lock(table_id: int) -> FriendlyTable:
    """Return the table, its row locked until the transaction ends."""
    return FriendlyTable.objects.select_for_update(of=("self",)).get(pk=table_id)


def _lock_to_seat(table_id: int) -> FriendlyTable:
    """Like `table_lock`, for whoever may change who holds a hand of the deal on the table."""
    dealt = deal_on_table(table_id)
    if dealt is not None:
        live_lock(dealt.live_deal_id)
    return table_lock(table_id)


def table_announce(table: FriendlyTable) -> None:
    """Note that something moved, and tell the table's page and the players' pages."""
    table.moved_at = timezone.now()
    table.save(update_fields=["moved_at"])
    seated = table.places.exclude(participant=None)
    topics = [seat_topic(each) for each in seated.values_list("participant__public_id", flat=True)]
    announce(friends_topic(table.public_id), *topics)


@transaction.atomic
def place_join(
    *,
    table: FriendlyTable,
    name: str,
    device: str,
    number: int | None = None,
    known_as: Collection[str] = (),
) -> Participant:
    """Return the participant of whoever sits down at this device, `known_as` others too.

    It takes the place of that number, empty or a bot's; without a number the first empty one. While
    a deal is on the table the bot plays its hand to the end, and the newcomer has one from the next
    deal on; only whoever held that hand comes back to it at once. Of two who want the last place
    one gets it. Raises Refused for the other, and for a second place.
    """
    name = name_clean(name)
    table = _lock_to_seat(table.pk)
    if table.places.filter(participant__device=device, participant__bot="").exists():
        raise Refused(_("You sit at this table already."))
    if number is None:
        place = table.places.filter(participant=None).first()
    else:
        place = table.places.exclude(participant__bot="").filter(number=number).first()
    if place is None:
        raise Refused(_("All places are taken.") if number is None else _("This place is taken."))
    sitting = place.participant
    if sitting is not None:
        deal = deal_on_table(table.pk)
        if deal is None or (
            holds_hand(sitting, deal)
            and place.pk == place_held(deal=deal, devices={device, *known_as})
        ):
            return _take_over(sitting, table, name, device)
    return _sit_down(place, table, name, device)


def _sit_down(place: Place, table: FriendlyTable, name: str, device: str) -> Participant:
    """Let a newcomer hold the place; the bot that held it has it in the deal on the table only."""
    former = place.participant
    sitting = Participant.objects.create(name=name, device=device, seen_at=timezone.now())
    place.participant = sitting
    place.save(update_fields=["participant"])
    if former is not None and not former.seats.exists():
        former.delete()
    table_announce(table)
    return sitting


def _take_over(
    participant: Participant, table: FriendlyTable, name: str, device: str
) -> Participant:
    """Let a person play on instead of the bot."""
    taken = Participant.objects.filter(pk=participant.pk).exclude(bot="")
    if not taken.update(
        bot="", name=name, device=device, secret=secret(), pin=pin(), seen_at=timezone.now()
    ):
        raise Refused(_("This place is taken."))
    participant_seat_bot(participant=participant, bot="")
    hand_note(participant=participant, device=device)
    participant.refresh_from_db()
    table_announce(table)
    return participant


@transaction.atomic
def place_seat_bot(*, place: Place, bot: str, by_owner: bool = False) -> None:
    """Let a bot hold the place for good: an empty one, or a person's who gives it up.

    The owner may decide so for a person who is gone. Raises Refused, also where somebody else sits
    now than when `place` was read.
    """
    meant = place.participant
    table = _lock_to_seat(place.table_id)
    if bot not in names(table.game):
        raise Refused(_("Choose a bot of the list."))
    place = table.places.select_related("participant").get(pk=place.pk)
    participant = place.participant
    # Whoever takes over from a bot has another link.
    if participant is not None and (meant is None or participant.secret != meant.secret):
        raise Refused(_("This place is taken."))
    if participant is None:
        name = str(BOT_NAMES[place.number % len(BOT_NAMES)])
        place.participant = Participant.objects.create(name=name, bot=bot)
        place.save(update_fields=["participant"])
        table_announce(table)
        return
    if by_owner and not participant.bot and not is_gone(participant):
        raise Refused(
            _("%(name)s is at the table: only they can give up their place.")
            % {"name": participant.name}
        )
    hand_note(participant=participant, device=participant.device)
    participant_seat_bot(participant=participant, bot=bot)
    participant_release(participant=participant)
    table_announce(table)


@transaction.atomic
def place_stand_in(*, place: Place) -> None:
    """Let a bot play for a person who is gone, until they come back. Raises Refused."""
    participant = place.participant
    if participant is None or participant.bot:
        raise Refused(_("Nobody is missing here."))
    if not is_gone(participant):
        raise Refused(_("%(name)s is at the table.") % {"name": participant.name})
    participant_leave(participant=participant)
    table_announce(place.table)


@transaction.atomic
def places_fill(*, table: FriendlyTable, bot: str) -> None:
    """Seat bots at all empty places. Raises Refused."""
    table = table_lock(table.pk)
    for place in table.places.filter(participant=None):
        place_seat_bot(place=place, bot=bot)


@transaction.atomic
def place_empty(*, place: Place) -> None:
    """Let nobody sit there any more. Raises Refused once a match has begun."""
    table = table_lock(place.table_id)
    if table.matches.exists():
        raise Refused(_("A match has begun: let a bot play, or somebody take the place over."))
    Participant.objects.filter(place=place).delete()
    table_announce(table)


def tables_clean() -> int:
    """Delete the tables where nothing has moved for long, with their deals; return how many."""
    old = FriendlyTable.objects.filter(moved_at__lt=timezone.now() - KEPT)
    found = list(old.values_list("pk", flat=True))
    for table_id in found:
        table_delete(table_id=table_id)
    return len(found)


@transaction.atomic
def table_delete(*, table_id: int) -> None:
    """Delete a table with everything that was played and everybody who sat there."""
    # Who was replaced by a newcomer has no place any more, but a seat in a deal.
    sat = list(
        Participant.objects.filter(seats__live_deal__match_deal__match__table=table_id)
        .distinct()
        .values_list("pk", flat=True)
    )
    LiveDeal.objects.filter(match_deal__match__table=table_id).delete()
    deal_sets = list(
        DealSet.objects.filter(friendly_match__table=table_id).values_list("pk", flat=True)
    )
    Participant.objects.filter(Q(place__table=table_id) | Q(pk__in=sat)).delete()
    FriendlyTable.objects.filter(pk=table_id).delete()
    DealSet.objects.filter(pk__in=deal_sets).delete()
