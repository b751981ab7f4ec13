"""Every address of the site; each app lists its own."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from .forms import SignInForm

# Django's own page for it asks for the form again, which may be what could not be read.
handler400 = "tournament.config.views.bad_request"

urlpatterns = [
    path("", include("tournament.leaderboard.urls")),
    path("", include("tournament.documents.urls")),
    path("admin/", admin.site.urls),
    # A page that is cached for everybody can carry no token, and a language harms nobody.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("t/", include("tournament.phone.urls")),
    path("play/", include("tournament.live.urls")),
    path("play/", include("tournament.calls.urls")),
    path("friends/", include("tournament.friendly.urls")),
    path("practice/", include("tournament.practice.urls")),
    path("desk/", include("tournament.desk.urls")),
    # Of Django's pages only those we have templates for: the others send mail, and look like admin.
    path("sign-in/login/", LoginView.as_view(authentication_form=SignInForm), name="login"),
    path("sign-in/logout/", LogoutView.as_view(), name="logout"),
]
