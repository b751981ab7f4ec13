"""Clubs and the people who play in them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    name = models.CharField(_("name"), max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """Somebody with an account who works at all tournaments of the club.

    An account without a row here directs the tournaments it is named for; administrators need none.
    """

    class Role(models.TextChoices):
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="member"
    )
    role = models.CharField(_("role"), max_length=8, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=("director", "scorer")), name="member_role_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Player(models.Model):
    """A person known to a club. Names are personal data: public only when the player agreed."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    name_public = models.BooleanField(_("agreed to a public name"), default=False)
    # Spellings since corrected: what was written then may hold them, and is withheld as well.
    former_names = models.JSONField(default=list, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [models.Index(fields=["club", "name"])]

    def __str__(self) -> str:
        return self.name
