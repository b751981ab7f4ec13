"""Results. What was said and done is added, never edited; `Pending` and `Result` are what it
comes to now, one row a play at the most, which the database itself enforces."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.tables.models import Play


class Submission(models.Model):
    """An entry as it arrived, from a phone or from the desk."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="submissions")
    # Chosen by the sender, so that an entry sent again after a lost connection is one entry.
    sent_id = models.UUIDField(unique=True, default=uuid.uuid4)
    detail = models.JSONField()
    scores = models.JSONField(null=True, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    device = models.CharField(max_length=32, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.play}: {self.detail}"


class Verdict(models.Model):
    """What another seat or the director said of a submission."""

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("confirmed")
        DISPUTE = "dispute", _("disputed")
        WITHDRAW = "withdraw", _("withdrawn")

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="verdicts")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    # The version of whoever disputes.
    detail = models.JSONField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    device = models.CharField(max_length=32, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.submission} {self.kind}"


class Pending(models.Model):
    """The one submission of a play that waits for confirmation. The first to arrive holds it."""

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="pending")
    submission = models.OneToOneField(Submission, on_delete=models.CASCADE, related_name="pending")
    disputed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.submission)


class Result(models.Model):
    """What counts for a play: its confirmed result, or that it was not played."""

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="result")
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="results", null=True
    )
    detail = models.JSONField()
    # By seat; null when the board was not played at this table.
    scores = models.JSONField(null=True, blank=True)
    confirmed_at = models.DateTimeField()
    # Raised by each correction, so that two directors cannot overwrite each other unseen.
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.play}: {self.detail}"


class Correction(models.Model):
    """A change of a result: what was, what is, who, when, why, and what it did to the ranks."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="corrections")
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=200)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    at = models.DateTimeField(auto_now_add=True)
    # Rank by entry number, only of those whose rank the correction changed.
    ranks_before = models.JSONField(default=dict, blank=True)
    ranks_after = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.play}: {self.reason}"
