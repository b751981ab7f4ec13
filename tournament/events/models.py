"""Tournaments: what is played, by whom, in which rounds; nothing of what came of it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from deals.models import DealSet
from engine.variant import Variant, variant
from tournament.ids import public_id
from tournament.players.models import Club, Player


class Event(models.Model):
    """One competition: a game, a movement, a scoring method, one or more sessions."""

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("all rounds closed")
        OFFICIAL = "official", _("official")

    class Method(models.TextChoices):
        MATCHPOINTS = "matchpoints", _("matchpoints")
        LIVES = "lives", _("lives")
        DATUM = "datum", _("difference from the mean")

    class Rounding(models.TextChoices):
        EXACT = "exact", _("exact")
        WBF = "wbf", _("one decimal per board")

    class SitOutRule(models.TextChoices):
        NONE = "none", _("does not count")
        FIFTY = "50", _("50 %")
        SIXTY = "60", _("60 %")
        OWN = "own", _("the player's own percentage")

    class Confirmation(models.TextChoices):
        PLAYERS = "players", _("another player of the table confirms")
        DIRECTOR = "director", _("the director confirms the round's entries")

    class HandicapWeight(models.TextChoices):
        OFF = "off", _("not counted")
        HALF = "half", _("half")
        FULL = "full", _("full")

    class CarryUnit(models.TextChoices):
        PERCENT = "percent", _("per cent: its result is one of two")
        POINTS = "points", _("matchpoints: every board counts the same")
        LIVES = "lives", _("the game's score: a head start")

    class Movement(models.TextChoices):
        BAROMETER = "barometer", _("all tables play the same boards at once")
        SHARED = "shared", _("one copy of each board goes from table to table")
        STANDING = "standing", _("from round to round by the standings")
        TEAMS = "teams", _("teams of three")
        FREE = "free", _("seated by the director")

    class PlayMode(models.TextChoices):
        ENTERED = "entered", _("with cards on the table; results are entered")
        LIVE = "live", _("in the browser, at every table")
        CHOICE = "choice", _("each table chooses for each board")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Paris")
    game = models.CharField(_("game"), max_length=32, default="comon")
    options = models.JSONField(_("options"), default=dict, blank=True)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    boards_per_round = models.PositiveSmallIntegerField(_("boards per round"))
    movement = models.CharField(
        _("movement"), max_length=16, choices=Movement.choices, default=Movement.BAROMETER
    )
    # Players keep their chairs, and from board to board these hold other seats.
    turned = models.BooleanField(_("the boards are turned"), default=True)
    # Where seats hold for a round: they are even at the end, else after every round.
    whole_event = models.BooleanField(_("seats are even over the whole event"), default=True)
    method = models.CharField(
        _("scoring"), max_length=16, choices=Method.choices, default=Method.MATCHPOINTS
    )
    rounding = models.CharField(
        _("rounding"), max_length=8, choices=Rounding.choices, default=Rounding.EXACT
    )
    sit_out = models.CharField(
        _("sit-out"), max_length=8, choices=SitOutRule.choices, default=SitOutRule.NONE
    )
    # Whoever has played fewer boards is not ranked.
    minimum_boards = models.PositiveSmallIntegerField(_("boards to be ranked"), default=0)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    handicap_weight = models.CharField(
        _("handicaps count"),
        max_length=8,
        choices=HandicapWeight.choices,
        default=HandicapWeight.OFF,
    )
    # Names, the strata from the highest down. Entries say which of them they belong to.
    strata = models.JSONField(_("strata"), default=list, blank=True)
    groups = models.JSONField(_("groups"), default=list, blank=True)
    # An earlier event whose result counts in this one, for whoever played both.
    carry_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="carried_into"
    )
    carry_unit = models.CharField(
        _("carried over in"), max_length=8, choices=CarryUnit.choices, default=CarryUnit.PERCENT
    )
    carry_weight = models.DecimalField(_("weight"), max_digits=4, decimal_places=2, default=1)
    # By category, "" for the main ranking: amounts in cents for the first places.
    prizes = models.JSONField(_("prizes"), default=dict, blank=True)
    currency = models.CharField(_("currency"), max_length=8, default="€", blank=True)
    prizes_public = models.BooleanField(_("prizes are shown to everybody"), default=False)
    # How long after the last round the standings stay provisional; null: until they are published.
    correction_minutes = models.PositiveSmallIntegerField(
        _("minutes for corrections"), null=True, blank=True, default=30
    )
    # Then the standings become official by themselves; set when the last round is closed.
    provisional_until = models.DateTimeField(null=True, blank=True)
    history_public = models.BooleanField(_("corrections are shown to everybody"), default=True)
    confirmation = models.CharField(
        _("confirmation"),
        max_length=16,
        choices=Confirmation.choices,
        default=Confirmation.PLAYERS,
    )
    show_traveller = models.BooleanField(_("tables see a board's traveller"), default=True)
    play_mode = models.CharField(
        _("how the cards are played"),
        max_length=16,
        choices=PlayMode.choices,
        default=PlayMode.ENTERED,
    )
    # Clocks of live play; null: none. A seat whose connection is gone that long is played by a bot.
    action_seconds = models.PositiveSmallIntegerField(
        _("seconds for each card"), null=True, blank=True, default=30
    )
    board_minutes = models.PositiveSmallIntegerField(
        _("minutes for each board"), null=True, blank=True, default=None
    )
    gone_seconds = models.PositiveSmallIntegerField(
        _("seconds without connection before a bot plays"), default=40
    )
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes for each round"), null=True, blank=True, default=None
    )
    # Movements and lots are drawn from this, so that anyone can draw them again.
    seed = models.CharField(max_length=32, editable=False)
    state = models.CharField(max_length=16, choices=State.choices, default=State.DRAFT)
    # Raised by whatever changes a public page: names, consent, content. Caches are keyed on it.
    publication = models.PositiveIntegerField(default=1)
    published_at = models.DateTimeField(null=True, blank=True)
    directors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="directed_events", blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(rounds__gte=1), name="event_has_rounds"),
            models.CheckConstraint(
                condition=models.Q(boards_per_round__gte=1), name="event_has_boards"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Variant:
        """The game as this event plays it."""
        return variant(self.game, self.options)


class Session(models.Model):
    """A sitting. It has its own sealed deals and its own sealed reserve."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField(default=1)
    deal_set = models.OneToOneField(DealSet, on_delete=models.PROTECT, related_name="session")
    reserve_set = models.OneToOneField(
        DealSet, on_delete=models.PROTECT, related_name="reserve_session"
    )
    # What the stored plan of the rounds not begun was made for; another value means it is stale.
    planned_for = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="session_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class Board(models.Model):
    """A numbered deal that several tables play."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    deal_set = models.ForeignKey(DealSet, on_delete=models.PROTECT, related_name="played_as")
    deal_number = models.PositiveSmallIntegerField()
    # With one copy of each board: the set with which it goes from table to table, from 0 on. Null:
    # every table of its round plays it.
    set = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="board_number_once"),
            models.UniqueConstraint(fields=["deal_set", "deal_number"], name="deal_used_once"),
        ]

    def __str__(self) -> str:
        return str(self.number)

    @property
    def reserve_number(self) -> int | None:
        """Return its number in the sealed reserve, as slips printed before have it; else None."""
        is_reserve = self.deal_set.purpose == DealSet.Purpose.RESERVE
        return self.deal_number if is_reserve else None


class Team(models.Model):
    """Players who are ranked together: on each board one of them holds each seat."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80)

    class Meta:
        ordering = ["number"]
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="team_number_once"),
            models.UniqueConstraint(fields=["event", "name"], name="team_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in an event, under the number that stands for a withheld name."""

    class StandIn(models.TextChoices):
        NOBODY = "", _("a player")
        BOT = "bot", _("a bot")
        HOUSE = "house", _("a house player")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    # The part of the field whose players meet one another; all play the same boards.
    section = models.PositiveSmallIntegerField(default=1)
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="members"
    )
    # Fills a table short of players: its results count for the others, it has no rank.
    stand_in = models.CharField(
        max_length=8, choices=StandIn.choices, default=StandIn.NOBODY, blank=True
    )
    # Added for each board that counts, in per cent or in the game's own score; "" where none is.
    handicap_unit = models.CharField(max_length=8, blank=True)
    handicap = models.DecimalField(max_digits=5, decimal_places=2, default=0)
    stratum = models.CharField(max_length=40, blank=True)
    groups = models.JSONField(default=list, blank=True)
    # Typed by the director, before what the event takes over: see events.ranking.
    carry = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="player_entered_once"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


class Absence(models.Model):
    """A player who is not there in one round, and comes back."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once")
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.round_number}"


class Round(models.Model):
    """A stretch in which nobody moves: all its tables play the same boards."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("being played")
        CLOSED = "closed", _("closed")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    boards = models.ManyToManyField(Board, related_name="rounds")
    state = models.CharField(max_length=16, choices=State.choices, default=State.PLANNED)
    # When the director last called everybody to move to this round's tables.
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # The round's clock: when it ends, or what was left of it when the director paused it.
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    # How it was closed each time before a ruling added boards, to put that back.
    reopened = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["session"],
                condition=models.Q(state="running"),
                name="one_running_round_a_session",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)
