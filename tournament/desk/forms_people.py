"""What is asked when somebody is invited, and of whoever sets a password."""

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournament.players.models import Member

from .forms import DeskForm

ROLES = [
    (Member.Role.DIRECTOR, _("Director: runs all tournaments of the club, and invites others.")),
    (Member.Role.SCORER, _("Scorer: enters results from slips, nothing else.")),
]


class _ToldUnderTheFirst:
    """Of two boxes for the new password, what makes it unfit stands under the first."""

    def validate_password_for_user(self, user: User, _field: str = "") -> None:
        super().validate_password_for_user(user, "new_password1")  # type: ignore[misc]  # of the form it is mixed into


class InvitedForm(_ToldUnderTheFirst, SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs alone
    """The first password of somebody invited."""


class AccountForm(_ToldUnderTheFirst, PasswordChangeForm):
    """Another password of one's own."""


class InvitationForm(DeskForm):
    username = forms.CharField(
        label=_("Name to sign in with"),
        max_length=150,
        help_text=_("One word, such as a first name. It stands beside what this person does."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        ),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=ROLES,
        widget=forms.RadioSelect,
        initial=Member.Role.DIRECTOR,
    )
