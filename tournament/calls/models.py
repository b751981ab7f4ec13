"""What tables and the director say to each other: calls for the director, and notes to tables."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Event
from tournament.tables.models import Table

TEXT_LENGTH = 200


class Call(models.Model):
    """A table that asks for the director: waiting, then taken, then closed or withdrawn.

    Round and board are those that the table was at, as numbers: the call outlives them.
    """

    class Reason(models.TextChoices):
        RULES = "rules", _("A question about the rules")
        PLAY = "play", _("Something went wrong in the play")
        CARDS = "cards", _("Wrong or missing cards")
        RESULT = "result", _("A result that is wrong or disputed")
        PLAYER = "player", _("A player is not here")
        OTHER = "other", _("Something else")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    board_number = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=16, choices=Reason.choices)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    # The phone, or the participant's public id, that called.
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    # Null as well when the table withdrew the call.
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn = models.BooleanField(default=False)
    # What the director found, for the desk's eyes.
    note = models.CharField(max_length=TEXT_LENGTH, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(closed_at=None), name="one_open_call_a_table"
            ),
            models.CheckConstraint(
                condition=Q(reason__in=("rules", "play", "cards", "result", "player", "other")),
                name="call_reason_known",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn=False) | Q(closed_at__isnull=False),
                name="call_withdrawn_is_closed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.reason}"


class Note(models.Model):
    """What the director tells one table, or all of them where `table` is null."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notes")
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="notes", null=True, blank=True
    )
    # The round that was at the tables, or the next: a note to one table is for who sits there then.
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=TEXT_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text


class NoteSeen(models.Model):
    """A phone or a participant who said that the note was read, and the table they were at."""

    note = models.ForeignKey(Note, on_delete=models.CASCADE, related_name="seen")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notes_seen")
    # A phone's number, or a participant's public id.
    reader = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["note", "reader"], name="note_seen_once_a_reader")
        ]

    def __str__(self) -> str:
        return f"{self.note}: {self.table}"
