"""Forms of the installation itself."""

from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    """Signing in; a wrong name and a wrong password are told alike, so that neither is guessed."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "This name and this password do not go together. Capital letters matter in both."
        ),
    }
