"""What is asked when somebody is invited."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.players.models import Member

from .forms import DeskForm

ROLES = [
    (Member.Role.DIRECTOR, _("Director: runs all tournaments of the club, and invites others.")),
    (Member.Role.SCORER, _("Scorer: enters results from slips, nothing else.")),
]


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
