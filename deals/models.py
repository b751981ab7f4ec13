"""Sealed deal sets. No hand that is drawn is stored: key and description give every deal anew.

Of deals that were imported, the cards are: see `deals.imported`.
"""

from typing import Any, NoReturn

from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.variant import Variant, variant

from .description import KEY_BYTES, LONGEST_TEXT, MOST_BOARDS
from .keys import CardsField, KeyField


class DealSet(models.Model):
    """Deals numbered from 1, sealed by a commitment to their key and description.

    Those of a file, `imported_from`, are not drawn: their `cards` are stored and sealed as well.

    `description` is the canonical text without the key, and what counts; the columns beside it
    repeat what other parts ask for.
    """

    class Purpose(models.TextChoices):
        MAIN = "main", _("for play")
        RESERVE = "reserve", _("reserve")

    public_id = models.CharField(max_length=16, unique=True, editable=False)
    game = models.CharField(_("game"), max_length=32, editable=False)
    options = models.JSONField(_("options"), default=dict, blank=True, editable=False)
    boards = models.PositiveSmallIntegerField(_("boards"), editable=False)
    purpose = models.CharField(
        _("purpose"), max_length=8, choices=Purpose.choices, default=Purpose.MAIN, editable=False
    )
    pass_four_aces = models.BooleanField(
        _("no deal with four aces in one hand"), default=False, editable=False
    )
    public_value_source = models.CharField(
        _("source of the public value"), max_length=LONGEST_TEXT, blank=True, editable=False
    )
    public_value_date = models.DateField(
        _("date of the public value"), null=True, blank=True, editable=False
    )
    public_value = models.CharField(
        _("public value"), max_length=LONGEST_TEXT, blank=True, editable=False
    )
    public_value_fixed_at = models.DateTimeField(null=True, blank=True, editable=False)
    key = KeyField(editable=False)
    # The name of the file, and who imported it: a name, not an account, and for the desk alone.
    imported_from = models.CharField(
        _("imported from"), max_length=LONGEST_TEXT, blank=True, default="", editable=False
    )
    imported_by = models.CharField(
        _("imported by"), max_length=LONGEST_TEXT, blank=True, default="", editable=False
    )
    cards = CardsField(default=bytes, blank=True, editable=False)
    description = models.TextField(editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, unique=True, editable=False)
    sealed_at = models.DateTimeField(_("sealed at"), default=timezone.now, editable=False)
    revealed_at = models.DateTimeField(_("revealed at"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("deal set")
        verbose_name_plural = _("deal sets")
        constraints = [
            models.CheckConstraint(
                condition=Q(boards__gte=1, boards__lte=MOST_BOARDS), name="deal_set_has_boards"
            ),
            models.CheckConstraint(
                condition=Q(purpose__in=("main", "reserve")), name="deal_set_purpose_known"
            ),
            models.CheckConstraint(
                condition=Exact(Length("key"), KEY_BYTES), name="deal_set_key_of_256_bits"
            ),
            models.CheckConstraint(
                condition=Exact(Length("commitment"), 64), name="deal_set_commitment_of_256_bits"
            ),
            models.CheckConstraint(
                condition=Q(public_value_source="", public_value_date=None)
                | (~Q(public_value_source="") & Q(public_value_date__isnull=False)),
                name="deal_set_source_with_date",
            ),
            models.CheckConstraint(
                condition=Q(public_value="", public_value_fixed_at=None)
                | (
                    ~Q(public_value="")
                    & ~Q(public_value_source="")
                    & Q(public_value_fixed_at__isnull=False)
                ),
                name="deal_set_value_was_announced",
            ),
            models.CheckConstraint(
                condition=Q(revealed_at=None) | Q(public_value_source="") | ~Q(public_value=""),
                name="deal_set_revealed_complete",
            ),
            models.CheckConstraint(
                condition=Exact(Length("cards"), 0) & Q(imported_from="")
                | ~Exact(Length("cards"), 0)
                & ~Q(imported_from="")
                & Q(public_value_source="", pass_four_aces=False),
                name="deal_set_imported_with_cards",
            ),
        ]

    def __str__(self) -> str:
        return f"deal set {self.public_id}"

    @property
    def rules(self) -> Variant:
        """The game that these deals are dealt for."""
        return variant(self.game, self.options)


class _Appended(models.QuerySet["PrintLog"]):
    """Rows that may only be added."""

    def update(self, **values: Any) -> NoReturn:
        raise TypeError("the log of prints is only added to")

    def delete(self) -> NoReturn:
        raise TypeError("the log of prints is only added to")


class PrintLog(models.Model):
    """Who printed what of a set's sealed hands, and when. Rows are added, never changed."""

    class Kind(models.TextChoices):
        HAND_SLIPS = "hand_slips", _("hand slips")
        RESERVE_SLIPS = "reserve_slips", _("hand slips of the reserve")
        CURTAIN_CARDS = "curtain_cards", _("curtain cards")
        RESERVE_CURTAINS = "reserve_curtains", _("curtain cards of the reserve")

    # Whose hands somebody saw stays known: neither the set nor its event can be deleted.
    deal_set = models.ForeignKey(DealSet, on_delete=models.PROTECT, related_name="prints")
    # What, in no language. Rows of version 0.1 have a sentence in `what` instead.
    kind = models.CharField(
        _("what"), max_length=16, choices=Kind.choices, blank=True, default="", editable=False
    )
    boards = models.JSONField(_("boards"), default=list, blank=True, editable=False)
    tables = models.JSONField(_("tables"), default=list, blank=True, editable=False)
    what = models.CharField(
        _("what"), max_length=LONGEST_TEXT, blank=True, default="", editable=False
    )
    # A name, not an account: the log outlives accounts.
    who = models.CharField(_("who"), max_length=LONGEST_TEXT, editable=False)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)

    objects = _Appended.as_manager()

    class Meta:
        verbose_name = _("print")
        verbose_name_plural = _("prints")
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    kind__in=("hand_slips", "reserve_slips", "curtain_cards", "reserve_curtains")
                )
                | ~Q(what=""),
                name="print_log_says_what",
            ),
            models.CheckConstraint(condition=~Q(who=""), name="print_log_says_who"),
        ]

    def __str__(self) -> str:
        return f"{self.kind or self.what}: {self.who}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("the log of prints is only added to")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the log of prints is only added to")
