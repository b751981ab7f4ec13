"""Computed standings, versioned: what is stored is never older than what was stored before."""

from django.db import models

from tournament.events.models import Board, Event


class Standings(models.Model):
    """An event's ranking. `changed` counts what happened; `seen` is how much of it is computed."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="standings")
    changed = models.PositiveBigIntegerField(default=0)
    seen = models.PositiveBigIntegerField(default=0)
    # Set while a recomputation waits in the queue, so that a burst of results queues one.
    queued_at = models.DateTimeField(null=True)
    computed_at = models.DateTimeField(null=True)
    # Rows in ranking order, as tournament.rules.standings writes them.
    rows = models.JSONField(default=list)
    # Those of the teams, `entry` being a team's id; none but in an event of teams.
    teams = models.JSONField(default=list)
    # What an earlier event brought in, by player, since this one is official (`carried_of`).
    carried = models.JSONField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.event} {self.seen}/{self.changed}"


class BoardScores(models.Model):
    """What each play of a board was worth, computed together with the ranking."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="board_scores")
    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="scores")
    data = models.JSONField()

    def __str__(self) -> str:
        return str(self.board)
