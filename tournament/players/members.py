"""Everything that writes who works for the club: invitations, roles, and their end."""

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from tournament.errors import Refused

from .models import Club, Member
from .selectors import directors_of_club


class InvitationTokens(PasswordResetTokenGenerator):
    """Signs invitations. One ends when it is used, when another is made, or after three days.

    Django signs the password and the last sign-in along; PASSWORD_RESET_TIMEOUT is the time.
    """

    key_salt = "tournament.players.invitation"


invitation_tokens = InvitationTokens()


@transaction.atomic
def member_invite(*, club: Club, username: str, role: str) -> Member:
    """Return a new member, whose account opens by an invitation only. Raises Refused."""
    user = User(username=User.normalize_username(username.strip()))
    if User.objects.filter(username__iexact=user.username).exists():
        raise Refused(_("There is an account “%(name)s” already.") % {"name": user.username})
    user.set_unusable_password()
    try:
        user.full_clean()
    except ValidationError as error:
        raise Refused(error.messages[0]) from error
    user.save()
    member = Member(club=club, user=user, role=role)
    member.full_clean()
    member.save()
    return member


def invitation_create(*, user: User) -> tuple[str, str]:
    """Return the two parts of the address under which this person sets a password: id and token.

    Until then nobody can sign in to the account: an earlier password, earlier invitations and open
    sessions are void. Whoever's access was withdrawn has it again.
    """
    user.set_unusable_password()
    user.is_active = True
    user.save(update_fields=["password", "is_active"])
    return urlsafe_base64_encode(force_bytes(user.pk)), invitation_tokens.make_token(user)


@transaction.atomic
def invitation_accept(*, user: User, token: str, password: str) -> User:
    """Return the account with the password its owner chose. Raises Refused for a used invitation.

    The account is locked: of several devices that answer one invitation, the first does.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_active or not invitation_tokens.check_token(user, token):
        raise Refused(_("This invitation is no longer good"))
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def member_role_set(*, club: Club, user: User, role: str) -> None:
    """Make somebody director or scorer of the club. Raises Refused for its last director."""
    if role != Member.Role.DIRECTOR:
        _refuse_last(club, user)
    member = Member.objects.filter(user=user).first() or Member(user=user)
    member.club, member.role = club, role
    member.full_clean()
    member.save()


@transaction.atomic
def access_withdraw(*, club: Club, user: User) -> None:
    """End somebody's access at once. What they did keeps their name. Raises Refused for the last.

    The account stays, so that its name is not given to somebody else.
    """
    _refuse_last(club, user)
    user.is_active = False
    user.save(update_fields=["is_active"])


def _refuse_last(club: Club, user: User) -> None:
    # Locked, so that of two directors who withdraw each other's access one stays.
    Club.objects.select_for_update().get(pk=club.pk)
    if directors_of_club(club) == [user]:
        raise Refused(
            _("%(name)s is the last who directs the club: make somebody else a director first.")
            % {"name": user.get_username()}
        )
