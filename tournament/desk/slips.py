"""What the desk's pages write of results, beyond the services of `results`."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.locks import event_hold
from tournament.results.models import Pending, Result
from tournament.results.selectors import same_detail
from tournament.results.services import result_record
from tournament.tables.locks import plays_lock
from tournament.tables.models import Play

from .result_words import detail_words


@transaction.atomic
def slip_record(
    *,
    play: Play,
    detail: Mapping[str, Any],
    sent_id: uuid.UUID,
    seen: int | None,
    user: AbstractBaseUser,
) -> Result:
    """Return the result the director entered for a play, knowing what the table had entered.

    `seen` is the id of the table's entry that the director's page showed, None if it showed none.
    What others entered meanwhile is never replaced unseen: raises Refused then, with the entry as
    `details["first"]`, unless it says the same. Otherwise like `result_record`.
    """
    event_hold(play.table.event_id)
    plays_lock(Play.objects.filter(pk=play.pk))
    settled = Result.objects.filter(play=play).first()
    if settled is not None and same_detail(settled.detail, detail):
        return settled
    pending = Pending.objects.filter(play=play).select_related("submission").first()
    if pending is not None and pending.submission_id != seen:
        entered = pending.submission
        if not same_detail(entered.detail, detail):
            raise Refused(
                _("The table has just entered: %(result)s. Save again to replace it.")
                % {"result": detail_words(entered.detail)},
                first=entered,
            )
    return result_record(play=play, detail=detail, sent_id=sent_id, user=user)
