"""Boards of past events that somebody plays again, alone against bots."""

from django.db import models

from tournament.events.models import Board
from tournament.ids import public_id
from tournament.live.models import LiveDeal, Participant


class Practice(models.Model):
    """One board played again: which seat the person has, and on which device.

    What came of it is the live deal's. The address is a stranger's, forgotten after an hour.
    """

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="practices")
    seat = models.PositiveSmallIntegerField()
    bot = models.CharField(max_length=16)
    live_deal = models.OneToOneField(LiveDeal, on_delete=models.CASCADE, related_name="practice")
    participant = models.OneToOneField(
        Participant, on_delete=models.CASCADE, related_name="practice"
    )
    device = models.CharField(max_length=32, db_index=True)
    address = models.GenericIPAddressField(null=True)
    begun_at = models.DateTimeField(auto_now_add=True, db_index=True)
    # When its cards are to be analysed; later than now while a worker is at it. Null: not.
    analysis_due = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        ordering = ["-begun_at", "-pk"]

    def __str__(self) -> str:
        return self.public_id

    @property
    def score(self) -> int | None:
        """What the person scored, in score units; None until the deal is over."""
        scores = self.live_deal.scores
        return None if scores is None else int(scores[self.seat])
