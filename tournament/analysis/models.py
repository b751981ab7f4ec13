"""What the open-hand solver says of boards and of plays at tables in the browser.

Everything here is computed from sealed hands: read it through `selectors.py`, which gives nothing
out before the hands of a board are published.
"""

from django.db import models

from tournament.events.models import Board, Event
from tournament.live.models import LiveDeal, Step


class Analysis(models.Model):
    """How far an event's analysis has come: what there is to do, and who is at it.

    `changed` counts what happened since there are boards to analyse, `seen` how much of it was
    found analysed. Each step of the work has a ticket of its own, so that one delivered twice, or
    after a stop, does nothing. `busy_until` is when a step that gives no sign of life is given up.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="analysis")
    changed = models.PositiveBigIntegerField(default=0)
    seen = models.PositiveBigIntegerField(default=0)
    ticket = models.PositiveBigIntegerField(default=0)
    busy_until = models.DateTimeField(null=True, blank=True)
    # Set when the director stops it, and when a board could not be computed.
    stopped_at = models.DateTimeField(null=True, blank=True)
    failed_board = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.event} {self.seen}/{self.changed}"


class BoardAnalysis(models.Model):
    """What each seat can reach on a board with open hands. Lists are by seat: A, B, C.

    Tricks are those of the whole deal, scores in the game's own unit: half-lives in Com'on!
    """

    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="analysis")
    # Of which deal this holds: its set's commitment, and its number there.
    commitment = models.CharField(max_length=64)
    deal_number = models.PositiveSmallIntegerField()
    guaranteed = models.JSONField()
    fewest = models.JSONField()
    best_score = models.JSONField()
    par_tricks = models.JSONField()
    par_scores = models.JSONField()
    par_rule = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return str(self.board)


class PlayAnalysis(models.Model):
    """That the cards of a play in the browser were analysed, up to this many rows of its log."""

    live_deal = models.OneToOneField(LiveDeal, on_delete=models.CASCADE, related_name="analysis")
    steps = models.PositiveSmallIntegerField()
    par_rule = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return str(self.live_deal)


class Mistake(models.Model):
    """A card by which the outlook of whoever played it fell: see docs/par.md.

    `ply` counts the cards that stand, this one included. `better` are the cards that would have
    kept the outlook, in canonical order.
    """

    analysis = models.ForeignKey(PlayAnalysis, on_delete=models.CASCADE, related_name="mistakes")
    ply = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=4)
    better = models.JSONField()
    # The seat's own score at par, and the tricks it can force.
    par_before = models.SmallIntegerField()
    par_after = models.SmallIntegerField()
    guaranteed_before = models.PositiveSmallIntegerField()
    guaranteed_after = models.PositiveSmallIntegerField()
    # Those of bots and clocks are nobody's mistakes.
    by = models.CharField(max_length=8, choices=Step.By.choices)

    class Meta:
        ordering = ["ply"]
        constraints = [
            models.UniqueConstraint(fields=["analysis", "ply"], name="one_mistake_a_ply")
        ]

    def __str__(self) -> str:
        return f"{self.analysis} {self.ply}"

    @property
    def is_persons(self) -> bool:
        """Whether a person played the card: else it counts for nobody."""
        return self.by == Step.By.PERSON
