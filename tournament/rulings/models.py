"""What the director put right: each ruling is a row that is added, never edited nor deleted."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Entry, Event
from tournament.tables.models import Play


class Ruling(models.Model):
    """One change: what was, what is, who, when, why, and what it did to the ranks.

    What `before` and `after` hold is said in `tournament.rulings.changes`, by kind.
    """

    class Kind(models.TextChoices):
        RESULTS = "results", _("results")
        SEATS = "seats", _("seats")
        CARDS = "cards", _("cards of the board")
        SUBSTITUTE = "substitute", _("substitute")
        AWARDS = "awards", _("penalties")
        BOARD = "board", _("board played")
        ROUND = "round", _("boards of the round")
        TERMS = "terms", _("handicap, categories and carry-over")
        MERGE = "merge", _("entered twice")
        # Made by `player_correct`, by one director, also of official standings.
        NAME = "name", _("spelling of a name")
        # Made by `leaving_note`, where no board has another result: {"round", "bot", "gone"}.
        LEAVING = "leaving", _("who leaves, and who comes back")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    plays = models.ManyToManyField(Play, related_name="rulings", blank=True)
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings"
    )
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=200)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    at = models.DateTimeField()
    # Rank by entry number, only of those whose rank the ruling changed.
    ranks_before = models.JSONField(default=dict, blank=True)
    ranks_after = models.JSONField(default=dict, blank=True)
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    kind__in=(
                        "results",
                        "seats",
                        "cards",
                        "substitute",
                        "awards",
                        "board",
                        "round",
                        "terms",
                        "merge",
                        "name",
                        "leaving",
                    )
                ),
                name="ruling_kind_known",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"


class Proposal(models.Model):
    """A ruling on official standings: another director says whether it is made.

    `before`, `after` and the rest are what the ruling would have; `after` as it is to be written.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=16)
    plays = models.ManyToManyField(Play, related_name="proposals", blank=True)
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="proposals"
    )
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=200)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    at = models.DateTimeField()
    undoes = models.ForeignKey(
        Ruling, on_delete=models.CASCADE, null=True, blank=True, related_name="proposals_to_undo"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"


class Answer(models.Model):
    """What the other director said of a proposal: the ruling that it became, or why it is none."""

    proposal = models.OneToOneField(Proposal, on_delete=models.CASCADE, related_name="answer")
    ruling = models.OneToOneField(
        Ruling, on_delete=models.CASCADE, null=True, blank=True, related_name="answer"
    )
    reason = models.CharField(max_length=200, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.proposal} {self.ruling_id or self.reason}"
