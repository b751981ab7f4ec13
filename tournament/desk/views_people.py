"""Who works for the club: inviting a director or scorer, their roles, and ending their access."""

import logging

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.errors import Refused
from tournament.events.selectors import club_default
from tournament.players.members import (
    access_withdraw,
    invitation_accept,
    invitation_create,
    invitation_tokens,
    member_invite,
    member_role_set,
)
from tournament.players.models import Member
from tournament.players.selectors import member_of, people_of_club

from .access import DeskRequest, club_view, own_or_403
from .forms_people import InvitationForm, InvitedForm
from .pages import PAGES, form_page

logger = logging.getLogger(__name__)
# The link that was just made, until the next page has shown it.
SHOWN_ONCE = "invitation"


@require_http_methods(PAGES)
@club_view
def desk_people(request: DeskRequest) -> HttpResponse:
    """Everybody who has access or had it, and a form to invite somebody."""
    form = InvitationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            member = member_invite(club=club_default(), **form.cleaned_data)
        except Refused as error:
            form.add_error("username", str(error))
        else:
            return _invite(request, member.user)
    people = _people()
    return form_page(request, "desk/people.html", form=form, people=people)


@require_safe
@club_view
def desk_person(request: DeskRequest, user_id: int) -> HttpResponse:
    """One person's access, and right after it was made the link of the invitation."""
    person = get_object_or_404(_people(), pk=user_id)
    invited, *link = request.session.pop(SHOWN_ONCE, [None])
    context = {
        "person": person,
        "member": member_of(person),
        "roles": Member.Role.choices,
        "may_change": _may_change(request, person),
        "may_link": _may_link(request, person),
        "address": _address(*link) if invited == person.pk else "",
    }
    return render(request, "desk/person.html", context)


@require_POST
@club_view
def desk_person_link(request: DeskRequest, user_id: int) -> HttpResponse:
    """Make a new link for somebody who has not used the first, or has lost the password."""
    person = _person_or_403(request, user_id)
    if not _may_link(request, person):
        raise PermissionDenied
    return _invite(request, person)


@require_POST
@club_view
def desk_person_role(request: DeskRequest, user_id: int) -> HttpResponse:
    """Make a scorer a director, or the other way round."""
    person = _person_or_403(request, user_id)
    role = request.POST.get("role", "")
    if role not in Member.Role.values:
        raise PermissionDenied
    try:
        member_role_set(club=club_default(), user=person, role=role)
    except Refused as error:
        messages.error(request, str(error))
    else:
        logger.info("%s made %s a %s", request.user, person, role)
        messages.success(request, _("The changes are saved."))
    return redirect("desk_person", person.pk)


@require_POST
@club_view
def desk_person_withdraw(request: DeskRequest, user_id: int) -> HttpResponse:
    """End somebody's access, on every device at once."""
    person = _person_or_403(request, user_id)
    try:
        access_withdraw(club=club_default(), user=person)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk_person", person.pk)
    logger.info("%s withdrew the access of %s", request.user, person)
    words = _("%(name)s has no access any more.")
    messages.success(request, words % {"name": person.get_username()})
    return redirect("desk_people")


class InvitationView(PasswordResetConfirmView):
    """Who was invited sets a password, once, and is signed in."""

    template_name = "registration/invitation.html"
    form_class = InvitedForm
    token_generator = invitation_tokens
    success_url = reverse_lazy("desk")

    def get_user(self, uidb64: str) -> User | None:
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active else None

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        token = self.request.session.pop(INTERNAL_RESET_SESSION_TOKEN, "")
        password = form.cleaned_data["new_password1"]
        try:
            user = invitation_accept(user=form.user, token=token, password=password)
        except Refused:
            self.validlink = False  # the page says so
            return self.render_to_response(self.get_context_data())
        login(self.request, user, "django.contrib.auth.backends.ModelBackend")
        return redirect(self.get_success_url())


def _people() -> QuerySet[User]:
    """Return the accounts of the club; whoever helps at one event by a link has none."""
    return people_of_club(club_default()).filter(event_link=None)


def _invite(request: DeskRequest, person: User) -> HttpResponse:
    request.session[SHOWN_ONCE] = [person.pk, *invitation_create(user=person)]
    logger.info("%s made an invitation for %s", request.user, person)
    return redirect("desk_person", person.pk)


def _address(uid: str, token: str) -> str:
    return str(settings.SITE_URL) + reverse("invitation", args=[uid, token])


def _person_or_403(request: DeskRequest, user_id: int) -> User:
    person = own_or_403(_people(), pk=user_id)
    if not _may_change(request, person):
        raise PermissionDenied
    return person


def _may_change(request: DeskRequest, person: User) -> bool:
    """Nobody changes their own access; an administrator's is no club's to change."""
    return not person.is_superuser and person != request.user


def _may_link(request: DeskRequest, person: User) -> bool:
    """Whoever has signed in before gets a link from an administrator only.

    Otherwise one director could act in another's name.
    """
    new_here = person.last_login is None
    return _may_change(request, person) and (new_here or request.user.is_superuser)
