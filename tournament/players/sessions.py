"""The sessions of an account."""

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare


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


def user_of_session(key: str) -> User | None:
    """Return who is signed in by the session with this key.

    None if it ended or expired, or if the password was changed since.
    """
    session = Session.objects.filter(pk=key, expire_date__gt=timezone.now()).first()
    if session is None:
        return None
    signed = session.get_decoded()
    user = User.objects.filter(pk=signed.get(SESSION_KEY, 0)).first()
    # Not Django's get_user(): it may end or renew the session, whose browser would not hear of it.
    known = signed.get(HASH_SESSION_KEY, "")
    if user is None or not constant_time_compare(known, user.get_session_auth_hash()):
        return None
    return user
