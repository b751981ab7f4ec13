"""Tables among friends: who sits there, and the deals of their matches.

The scores of the deals and the votes on four aces are the truth of a match: its lives or points
are computed from them (`history.py`) and stored nowhere.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from deals.models import DealSet
from engine.variant import Variant, rules_within
from tournament.ids import public_id
from tournament.live.models import LiveDeal, Participant, secret


class FriendlyTable(models.Model):
    """A table that somebody opened. The invitation (`secret`) lets people sit down or look on.

    `options` are those of the game and of its matches. The owner is an account, or else the device.
    """

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    secret = models.CharField(max_length=40, unique=True, default=secret, editable=False)
    name = models.CharField(_("name"), max_length=80)
    game = models.CharField(_("game"), max_length=32)
    options = models.JSONField(default=dict, blank=True)
    action_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True
    )
    owner_device = models.CharField(max_length=32)
    created_at = models.DateTimeField(auto_now_add=True)
    # When somebody last sat down, or a deal began or ended; the table is cleared long after that.
    moved_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("friendly table")
        verbose_name_plural = _("friendly tables")

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Variant:
        """The game as this table plays it; the other options are those of its matches."""
        return rules_within(self.game, self.options)


class Place(models.Model):
    """Where somebody sits for all matches of a table, in the order of play; seats turn with deals.

    Whoever takes over between deals keeps the participant under a new name and link; in mid-deal
    there is a new one, and the former plays the hand to its end.
    """

    table = models.ForeignKey(FriendlyTable, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    participant = models.OneToOneField(
        Participant, on_delete=models.SET_NULL, related_name="place", null=True, blank=True
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="friendly_place_once")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


class Match(models.Model):
    """A match of a table, with sealed deals of its own."""

    table = models.ForeignKey(FriendlyTable, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    deal_set = models.OneToOneField(
        DealSet, on_delete=models.PROTECT, related_name="friendly_match"
    )
    begun_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="friendly_match_once")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


class MatchDeal(models.Model):
    """A deal of a match: `number` of its deal set.

    `scores` by seat are null while it is played. `aces_seat` is the seat that asked for it to be
    cancelled: then it has no scores, and counts by its votes.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    live_deal = models.OneToOneField(LiveDeal, on_delete=models.CASCADE, related_name="match_deal")
    scores = models.JSONField(null=True, blank=True)
    # The outcome's detail, for matches in which more than scores carries over.
    detail = models.JSONField(null=True, blank=True)
    aces_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    aces_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="friendly_deal_once"),
            models.CheckConstraint(
                condition=models.Q(scores__isnull=True) | models.Q(aces_seat__isnull=True),
                name="friendly_deal_played_or_cancelled",
            ),
            models.CheckConstraint(
                condition=models.Q(aces_seat=None, aces_at=None)
                | models.Q(aces_seat__isnull=False, aces_at__isnull=False),
                name="friendly_aces_seat_with_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.number}"


class HandSeen(models.Model):
    """A device that holds or held a place's hand in a deal: the only one it may come back to."""

    match_deal = models.ForeignKey(MatchDeal, on_delete=models.CASCADE, related_name="hands_seen")
    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="+")
    device = models.CharField(max_length=32)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match_deal", "device"], name="friendly_one_hand_a_device"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_deal}: {self.place.number}"


class AcesVote(models.Model):
    """Whether a seat grants the half life to whoever had the deal cancelled. Never changed."""

    match_deal = models.ForeignKey(MatchDeal, on_delete=models.CASCADE, related_name="votes")
    seat = models.PositiveSmallIntegerField()
    yes = models.BooleanField()

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["match_deal", "seat"], name="friendly_vote_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_deal} {self.seat}: {self.yes}"


class Star(models.Model):
    """A star beside a name on the score sheet, for a missed 5-5-0. It changes nothing."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="stars")
    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="stars")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.match} {self.place.number}"


class Opening(models.Model):
    """A table opened just now, by which device. Counted, so that nobody opens them by the thousand.

    The address is a stranger's; of whoever is known it is null, and counts for nothing.
    """

    address = models.GenericIPAddressField(null=True)
    device = models.CharField(max_length=32)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.address or self.device
