"""Deals played card by card in browsers: who plays, what was done, what the clocks say.

`Step` is the log, and the truth: the position is the replay of it (`tournament/rules/playlog.py`).
Everything else here says who may act and until when.
"""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deals.models import DealSet
from engine.variant import Variant, variant
from tournament.events.models import Entry
from tournament.ids import public_id
from tournament.rules.playlog import Kind
from tournament.tables.models import Play

PIN_DIGITS = 4


def secret() -> str:
    """Return what a personal link carries: 192 bits."""
    return secrets.token_urlsafe(24)


def pin() -> str:
    """Return a personal number, for whoever cannot scan the link."""
    return "".join(secrets.choice("0123456789") for _digit in range(PIN_DIGITS))


class Participant(models.Model):
    """Who plays in the browser: a player of an event, or a guest of a friendly match.

    The personal link (`secret`) or the PIN opens the hands; the device that used one of them last
    holds them. `away` is set while a bot plays for a person who is not there.
    """

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    entry = models.OneToOneField(
        Entry, on_delete=models.CASCADE, related_name="participant", null=True, blank=True
    )
    # A guest's name, or the substitute's who plays for the entry; else the entry's own counts.
    name = models.CharField(max_length=80, blank=True)
    # Substitutes who had the seat before: reasons that are public may name them.
    names_before = models.JSONField(default=list, db_default=[], blank=True)
    secret = models.CharField(max_length=40, unique=True, default=secret, editable=False)
    pin = models.CharField(max_length=8, default=pin, editable=False)
    device = models.CharField(max_length=32, blank=True)
    # The last sign of life of their page; null when nobody has come yet, or they said goodbye.
    seen_at = models.DateTimeField(null=True, blank=True)
    away = models.BooleanField(default=False)
    # The bot that holds the seat for good; "" for a person.
    bot = models.CharField(max_length=16, blank=True)
    # When link and PIN were last exchanged: cards printed before that open nothing.
    renewed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name or str(self.entry)


class LinkGiven(models.Model):
    """A personal link that somebody at the desk printed or was shown: it opens that hand.

    Rows are added, never edited. `who` is a name, not an account: the log outlives accounts.
    """

    participant = models.ForeignKey(
        Participant, on_delete=models.CASCADE, related_name="links_given"
    )
    who = models.CharField(max_length=150)
    printed = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.participant}: {self.who}"


class PinTry(models.Model):
    """A wrong PIN typed for a participant, on which phone. Counted to stop guessing."""

    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="pin_tries")
    phone = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.participant)


class LiveDeal(models.Model):
    """One deal played in browsers, of an event (`play`) or of a friendly match.

    `steps` counts the rows of the log. `due_at` is when the server itself must act next: a bot's
    turn, a clock at zero, a player gone. Null: it has nothing to do.
    """

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    play = models.ForeignKey(
        Play, on_delete=models.CASCADE, related_name="live_deals", null=True, blank=True
    )
    game = models.CharField(max_length=32)
    deal_set = models.ForeignKey(DealSet, on_delete=models.PROTECT, related_name="live_deals")
    deal_number = models.PositiveSmallIntegerField()
    # What carries over from the deal before, in a match: options of the game beside the set's own.
    carried = models.JSONField(default=dict, db_default={}, blank=True)

    action_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    board_seconds = models.PositiveIntegerField(null=True, blank=True)
    gone_seconds = models.PositiveSmallIntegerField(default=40)
    opening_seconds = models.PositiveSmallIntegerField(default=0)

    created_at = models.DateTimeField(auto_now_add=True)
    # Null until everybody is there, or has been waited for long enough.
    started_at = models.DateTimeField(null=True, blank=True)
    turn_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    # What the turn had left when a claim interrupted it, while the claim waits.
    turn_left = models.DurationField(null=True, blank=True)
    board_deadline = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    steps = models.PositiveSmallIntegerField(default=0)
    # Raised by whatever changes a page of this table, so that what was rendered can be kept.
    version = models.PositiveIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    scores = models.JSONField(null=True, blank=True)
    detail = models.JSONField(null=True, blank=True)

    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=200, blank=True)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["play"],
                condition=models.Q(voided_at=None),
                name="one_standing_live_deal_a_play",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def rules(self) -> Variant:
        """The game with all that was agreed on, and what carries over from the deal before."""
        return variant(self.game, {**self.deal_set.options, **self.carried})


class LiveSeat(models.Model):
    """Who holds a seat of a deal, and since when they sit at it."""

    live_deal = models.ForeignKey(LiveDeal, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="seats")
    ready_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["live_deal", "number"], name="one_a_live_seat"),
            models.UniqueConstraint(fields=["live_deal", "participant"], name="live_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.live_deal} {self.number}"


class Step(models.Model):
    """One row of the log: added, never edited."""

    class By(models.TextChoices):
        PERSON = "person", _("played in person")
        BOT = "bot", _("the bot at this seat")
        TIME = "time", _("a bot, when the time was up")
        GONE = "gone", _("a bot, for a player who was away")
        FAULT = "fault", _("any legal card, after a bot's fault")

    live_deal = models.ForeignKey(LiveDeal, on_delete=models.CASCADE, related_name="log")
    ply = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=[(kind.value, kind.value) for kind in Kind])
    action = models.CharField(max_length=100, blank=True)
    by = models.CharField(max_length=8, choices=By.choices, default=By.PERSON)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["live_deal", "ply"], name="one_step_a_ply")]

    def __str__(self) -> str:
        return f"{self.live_deal} {self.ply}: {self.seat} {self.kind} {self.action}"


class Reaction(models.Model):
    """One of the set phrases, said at a table. Shown for a moment, and no part of the log."""

    live_deal = models.ForeignKey(LiveDeal, on_delete=models.CASCADE, related_name="reactions")
    seat = models.PositiveSmallIntegerField()
    phrase = models.CharField(max_length=16)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.live_deal} {self.seat}: {self.phrase}"


class Watch(models.Model):
    """A director who looked at a table's open hands: logged, whenever it happens."""

    live_deal = models.ForeignKey(LiveDeal, on_delete=models.CASCADE, related_name="watches")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    ply = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.live_deal} {self.user}"
