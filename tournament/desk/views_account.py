"""One's own account: the password, and the other devices."""

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.players.sessions import sessions_end

from .access import DeskRequest, account_view
from .forms_people import AccountForm
from .pages import PAGES, UNPROCESSABLE


class AccountView(PasswordChangeView):
    """Change one's password. Django ends all other sessions with it."""

    form_class = AccountForm
    template_name = "desk/account.html"
    success_url = reverse_lazy("desk_account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        response = super().form_valid(form)
        messages.success(
            self.request, _("The password is changed; on other devices you are signed out.")
        )
        return response

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=UNPROCESSABLE)


desk_account = require_http_methods(PAGES)(account_view(AccountView.as_view()))


@require_POST
@account_view
def desk_sign_out_elsewhere(request: DeskRequest) -> HttpResponse:
    """Sign out everywhere but here."""
    ended = sessions_end(user=request.user, but=request.session.session_key)
    words = ngettext(
        "You are signed out on %(n)d other device.",
        "You are signed out on %(n)d other devices.",
        ended,
    )
    nothing = _("You were signed in nowhere else.")
    messages.success(request, words % {"n": ended} if ended else nothing)
    return redirect("desk_account")
