"""Everything that writes deal sets."""

import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.protocol import NO_OPTIONS, Deal
from engine.registry import game as game_of
from tournament.errors import Refused

from . import imported
from .description import (
    KEY_BYTES,
    LONGEST_TEXT,
    MOST_BOARDS,
    Announced,
    canonical_json,
    describe,
)
from .errors import KeyUsedBefore, PublicValueMissing
from .keys import SealedCards, SecretKey
from .models import DealSet, PrintLog


def deal_set_create(
    *,
    game: str,
    boards: int,
    options: Mapping[str, object] = NO_OPTIONS,
    purpose: str = DealSet.Purpose.MAIN,
    pass_four_aces: bool = False,
    public_value_source: str = "",
    public_value_date: date | None = None,
    key: bytes | None = None,
    confirmed: bool = False,
) -> DealSet:
    """A new set, sealed: from now on nothing of it changes but its public value and its reveal.

    `options` are the game's own. Without `key`, 32 bytes come from the system's secure source. A
    key that another set has is refused by KeyUsedBefore unless `confirmed`. Raises Refused, and
    UnknownGame or BadRecord for a game or options there are not.
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise Refused(_("A set has from 1 to %(most)d boards.") % {"most": MOST_BOARDS})
    description = describe(
        game_of(game),
        options,
        set_id=secrets.token_hex(8),
        boards=boards,
        purpose=purpose,
        pass_four_aces=pass_four_aces,
        announced=_announced(public_value_source, public_value_date),
    )
    sealed = SecretKey(secrets.token_bytes(KEY_BYTES) if key is None else key)
    if len(sealed) != KEY_BYTES:
        raise Refused(_("A key has 64 hexadecimal digits."))
    if key is not None and not confirmed and DealSet.objects.filter(key=sealed).exists():
        raise KeyUsedBefore(
            _("These deals were used before. Confirm that you want to use the same key again.")
        )
    deal_set = DealSet(
        public_id=description.set,
        game=description.game,
        options=dict(description.options),
        boards=description.boards,
        purpose=description.purpose,
        pass_four_aces=description.pass_four_aces,
        public_value_source=description.announced.source if description.announced else "",
        public_value_date=public_value_date,
        key=sealed,
        description=canonical_json(description.public()),
        commitment=description.commitment(sealed),
    )
    deal_set.full_clean()
    deal_set.save()
    return deal_set


def deal_set_import(
    *,
    game: str,
    deals: Sequence[Deal],
    source: str,
    who: str,
    options: Mapping[str, object] = NO_OPTIONS,
    purpose: str = DealSet.Purpose.MAIN,
) -> DealSet:
    """A new set of deals that came from a file, sealed like drawn ones from now on.

    `source` is the file's name, `who` imported it. The deals are the game's, one for each board.
    """
    described = imported.describe(
        game_of(game),
        options,
        set_id=secrets.token_hex(8),
        boards=len(deals),
        purpose=purpose,
        source=_line(source),
    )
    key = SecretKey(secrets.token_bytes(KEY_BYTES))
    cards = SealedCards(described.packed(deals))
    deal_set = DealSet(
        public_id=described.set,
        game=described.game,
        options=dict(described.options),
        boards=described.boards,
        purpose=described.purpose,
        imported_from=described.source,
        imported_by=who[:LONGEST_TEXT],
        cards=cards,
        key=key,
        description=canonical_json(described.public()),
        commitment=described.commitment(key, cards),
    )
    deal_set.full_clean()
    deal_set.save()
    return deal_set


def deal_set_fix_public_value(*, deal_set: DealSet, value: str) -> None:
    """Enter the value that was announced. It can be entered once, from its date on.

    Without the value there are no deals, so none can have been given out before. Raises Refused.
    """
    if not deal_set.public_value_source or deal_set.public_value_date is None:
        raise Refused(_("No public value was announced for these deals."))
    if timezone.localdate() < deal_set.public_value_date:
        raise Refused(
            _("The public value was announced for %(date)s: it cannot be entered before.")
            % {"date": date_format(deal_set.public_value_date)}
        )
    text = _line(value)
    if not text:
        raise Refused(_("Enter the public value as its source gives it."))
    # Guarded, so that of two who enter a value at once only one does.
    fixed = DealSet.objects.filter(pk=deal_set.pk, public_value="").update(
        public_value=text, public_value_fixed_at=timezone.now()
    )
    deal_set.refresh_from_db()
    if not fixed:
        raise Refused(
            _("The public value has been entered already: %(value)s.")
            % {"value": deal_set.public_value}
        )


def deal_set_reveal(*, deal_set: DealSet) -> None:
    """Make the key public, for good; a second time changes nothing.

    The caller makes sure that every table of every linked event has finished. Raises
    PublicValueMissing while the deals do not exist.
    """
    if deal_set.public_value_source and not deal_set.public_value:
        raise PublicValueMissing(_("The public value is missing: these deals were never drawn."))
    DealSet.objects.filter(pk=deal_set.pk, revealed_at=None).update(revealed_at=timezone.now())
    deal_set.refresh_from_db()


def print_record(
    *, deal_set: DealSet, kind: str, boards: Sequence[int], tables: Sequence[int], who: str
) -> PrintLog:
    """Add to the log that this person printed this of the set's hands.

    `boards` and `tables` are the numbers that players know, in order.
    """
    entry = PrintLog(
        deal_set=deal_set, kind=kind, boards=list(boards), tables=list(tables), who=who
    )
    entry.full_clean()
    entry.save()
    return entry


def _announced(source: str, day: date | None) -> Announced | None:
    source = _line(source)
    if not source and day is None:
        return None
    if not source or day is None:
        raise Refused(_("A public value needs both a source and a date."))
    # A value that is known already would let an organiser try keys until the deals please.
    if day < timezone.localdate():
        raise Refused(_("The public value must be one that nobody knows yet."))
    return Announced(source=source, date=day.isoformat())


def _line(text: str) -> str:
    """One line that reads and hashes alike everywhere: NFC, single blanks, nothing invisible."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text)
    line = unicodedata.normalize("NFC", " ".join(visible.split()))
    if len(line) > LONGEST_TEXT:
        raise Refused(_("At most %(most)d characters fit here.") % {"most": LONGEST_TEXT})
    return line
