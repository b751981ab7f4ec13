"""Tables, who sits at them, and the plays: one board at one table."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Board, Entry, Event, Round
from tournament.ids import table_code
from tournament.players.models import Player


class Table(models.Model):
    """A table in the room for the whole event. Its code enters and reads results, nothing else."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=12, unique=True, default=table_code)

    class Meta:
        ordering = ["number"]
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="table_number_once")
        ]

    def __str__(self) -> str:
        return str(self.number)


class Chair(models.Model):
    """Where a player sits in a round. On each board the chairs hold seats, possibly turned."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="chairs")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chairs")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="chairs")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table", "number"], name="one_player_a_chair_a_round"
            ),
            models.UniqueConstraint(fields=["round", "entry"], name="one_chair_a_player_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.table}.{self.number}"


class TableBoards(models.Model):
    """What a table plays in a round: which set of boards, and how each of them is turned.

    On the table's i-th board of the round chair j holds seat (j + turns[i]) mod 3. Without such a
    row a table plays all boards of the round, and none is turned.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="table_boards")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="table_boards")
    set = models.PositiveSmallIntegerField(null=True, blank=True)
    turns = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="boards_once_a_table_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.round}"


class SitOut(models.Model):
    """A player without a table in a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sit_outs")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.round}"


class Play(models.Model):
    """One board at one table."""

    class Means(models.TextChoices):
        OPEN = "", _("not begun")
        HAND = "hand", _("entered by hand")
        CARDS = "cards", _("played in the browser")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="plays")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="plays")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="plays")
    # Whichever comes first, an entry or the first player at a table in the browser, decides.
    means = models.CharField(max_length=8, choices=Means.choices, default=Means.OPEN, blank=True)
    # Plays of a board with different versions held different cards: the board was fouled.
    version = models.PositiveSmallIntegerField(default=0)
    # The round's board that the table should have played; null if it played that one.
    instead_of = models.ForeignKey(
        Board, on_delete=models.CASCADE, null=True, blank=True, related_name="replaced_by"
    )

    class Meta:
        constraints = [
            # Played by mistake in an earlier round, it may come to the table again.
            models.UniqueConstraint(
                fields=["round", "table", "board"], name="board_once_a_table_a_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table}/{self.board}"


class LatePlay(models.Model):
    """A board that a table did not play in its round, and is to play later.

    Phones and browsers may enter it once the director has opened it (`opened_at`). `until` is when
    the director means to give averages instead.
    """

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="late")
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.play)


class PlaySeat(models.Model):
    """Who held which seat on a board at a table: stored, never derived from the chairs."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="seats")
    # Who sat there for the entry, if it was not its own player.
    substitute = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="substituted"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["entry", "board"], name="board_once_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.play} {self.number}"


class CodeTry(models.Model):
    """A table code that does not exist, typed at some address. Counted to stop guessing."""

    address = models.GenericIPAddressField()
    # Of a phone that knows a table of some event; empty for strangers.
    device = models.CharField(max_length=32, blank=True, db_index=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["address", "at"])]

    def __str__(self) -> str:
        return self.address
