"""Everything that writes personal links to one event's desk."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.ids import public_id
from tournament.players.services import name_clean

from .models import EventLink

# How exactly the desk says when a link was last used.
USED_EVERY = timedelta(minutes=1)
LINKS_MOST = 30


def _digest(secret: str) -> str:
    # Of 192 random bits: nobody guesses what belongs to it, and no slow hash is needed.
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def event_link_create(*, event: Event, name: str, role: str, user: User) -> tuple[EventLink, str]:
    """Return a new link and what its address carries, which is kept nowhere. Raises Refused."""
    name = name_clean(name)
    if role not in EventLink.Role.values:
        raise Refused(_("Choose a role."))
    if event.state == Event.State.OFFICIAL:
        raise Refused(_("This tournament is over."))
    if event.desk_links.filter(revoked_at=None).count() >= LINKS_MOST:
        raise Refused(_("There are too many links: withdraw those that are not needed."))
    # Shown in logs beside other accounts; no password opens it.
    holder = User(username=f"{name} ({public_id()})", first_name=name)
    holder.set_unusable_password()
    holder.save()
    secret = secrets.token_urlsafe(24)
    link = EventLink(
        event=event, user=holder, name=name, role=role, digest=_digest(secret), made_by=user
    )
    link.full_clean()
    link.save()
    return link, secret


def event_link_of(secret: str) -> EventLink | None:
    """Return the link that an address carries, if it opens the desk now."""
    links = EventLink.objects.select_related("event__club", "user")
    link = links.filter(digest=_digest(secret)).first()
    return link if link is not None and link.is_good else None


def event_link_use(*, link: EventLink) -> None:
    """Note that the link's holder is at the desk."""
    now = timezone.now()
    if link.used_at is None or abs(now - link.used_at) > USED_EVERY:
        EventLink.objects.filter(pk=link.pk).update(used_at=now)


@transaction.atomic
def event_link_revoke(*, link: EventLink) -> None:
    """End a link at once, on every device. What its holder did keeps the name."""
    if EventLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
        User.objects.filter(pk=link.user_id).update(is_active=False)
