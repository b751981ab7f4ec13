"""Which phone acts for a player at the tables where results are entered."""

from django.db import models

from tournament.events.models import Entry


class SeatPhone(models.Model):
    """The phone that said last that it is this player's. It opens no hand: it enters and confirms.

    `device` is empty once nobody holds the seat. After the director has released it, only the
    personal number opens it: `needs_pin`.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="seat_phone")
    device = models.CharField(max_length=32, blank=True)
    needs_pin = models.BooleanField(default=False)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.entry)
