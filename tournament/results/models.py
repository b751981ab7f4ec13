"""Results. What was said and done is added, never edited; `Pending` and `Result` are what it
comes to now, one row a play at the most, which the database itself enforces."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Entry
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


class Award(models.Model):
    """A penalty that an entry has now, or what it was given: below 0 it is taken away."""

    class Nature(models.TextChoices):
        PROCEDURAL = "procedural", _("procedural penalty")
        DISCIPLINARY = "disciplinary", _("disciplinary penalty")
        BONUS = "bonus", _("award")

    class Unit(models.TextChoices):
        PERCENT = "percent", _("per cent of a board")
        POINTS = "points", _("matchpoints")
        LIVES = "lives", _("the game's score")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="awards")
    nature = models.CharField(max_length=16, choices=Nature.choices)
    unit = models.CharField(max_length=8, choices=Unit.choices)
    # Of the game's own score: half-lives in Com'on!
    value = models.DecimalField(max_digits=7, decimal_places=2)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry}: {self.value} {self.unit}"
