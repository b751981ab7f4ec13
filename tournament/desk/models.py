"""Who works at one event without an account, and which odd results the desk has seen."""

from datetime import date, timedelta

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Event
from tournament.rules.outliers import Outlier
from tournament.tables.models import Play

# For an event that nobody publishes.
ENDS_AFTER = timedelta(days=7)


class EventLink(models.Model):
    """A personal link that opens the desk of one event, until it is revoked or the event ends.

    Only a digest of it is kept. What its holder does is done by `user`, an account that nothing
    else opens, so that the history of the event names them.
    """

    class Role(models.TextChoices):
        DEPUTY = "deputy", _("deputy")
        SCORER = "scorer", _("scorer")

    # Null once the event was deleted: then the link opens nothing.
    event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, null=True, related_name="desk_links"
    )
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="event_link")
    name = models.CharField(_("name"), max_length=80)
    role = models.CharField(_("role"), max_length=8, choices=Role.choices)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=("deputy", "scorer")), name="event_link_role_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.role}"

    @property
    def last_day(self) -> date | None:
        """Return the last day on which the link may open the desk."""
        return None if self.event is None else self.event.date + ENDS_AFTER

    @property
    def is_good(self) -> bool:
        """Whether the link opens the desk now."""
        if self.revoked_at is not None or self.event is None or self.last_day is None:
            return False
        return self.event.state != Event.State.OFFICIAL and timezone.localdate() <= self.last_day


class OutlierSeen(models.Model):
    """A result that was pointed out, and is no longer: `digest` is of what it said then."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="outliers_seen")
    kind = models.CharField(max_length=8, choices=[(kind.value, kind.value) for kind in Outlier])
    digest = models.CharField(max_length=64)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "kind", "digest"], name="outlier_seen_once")
        ]

    def __str__(self) -> str:
        return f"{self.play}: {self.kind}"
