"""Reads about the people of a club that are more than a `get`."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from .models import Club, Member


def member_of(user: User) -> Member | None:
    """Return the account's member; None for those who work for single tournaments, or for all."""
    try:
        member: Member = user.member
    except Member.DoesNotExist:
        return None
    return member


def directs_club(user: User, club_id: int) -> bool:
    """Return whether the user directs all that the club has: its director, or a superuser."""
    member = member_of(user)
    if member is not None and member.role == Member.Role.DIRECTOR and member.club_id == club_id:
        return True
    return user.is_superuser


def directors_of_club(club: Club) -> list[User]:
    """Return who can direct the club now: its directors and administrators who can sign in."""
    directs = Q(member__club=club, member__role=Member.Role.DIRECTOR) | Q(is_superuser=True)
    found = User.objects.filter(directs, is_active=True).order_by("pk")
    return [user for user in found if user.has_usable_password()]


def people_of_club(club: Club) -> QuerySet[User]:
    """Return every account with its member, those who have access first, by name."""
    return (
        User.objects.filter(Q(member=None) | Q(member__club=club))
        .select_related("member")
        .order_by("-is_active", "username")
    )
