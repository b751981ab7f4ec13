"""Ending the sessions of an account."""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone


def sessions_end(*, user: User, but: str | None) -> int:
    """Sign the account out everywhere but in the session `but`; return in how many it was.

    A session names its account inside its signed data only, so all are read: a club has some
    hundreds, of its phones.
    """
    found = Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=but)
    own = [
        session.pk
        for session in found.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(user.pk)
    ]
    return Session.objects.filter(pk__in=own).delete()[0]
