"""The header of every page: languages, signing in and out."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation
from pytest_django import Settings

pytestmark = pytest.mark.django_db


def header(rf: RequestFactory, user: User | AnonymousUser) -> str:
    request = rf.get("/sign-in/password_reset/?a=1&b=2")
    request.user = user
    return render_to_string("404.html", {}, request)


def test_a_page_for_everybody_holds_nothing_of_one_reader(rf: RequestFactory) -> None:
    page = header(rf, AnonymousUser())
    assert "csrfmiddlewaretoken" not in page
    assert "Sign in" in page
    assert "Sign out" not in page


def test_whoever_is_signed_in_finds_the_desk_and_the_way_out(rf: RequestFactory) -> None:
    page = header(rf, User(username="director"))
    assert 'href="/desk/"' in page
    assert "Sign out" in page
    assert "csrfmiddlewaretoken" in page


@pytest.mark.parametrize(("now", "offered"), [("en", "fr"), ("fr", "en")])
def test_the_other_language_is_offered_and_leads_back_here(
    rf: RequestFactory, now: str, offered: str
) -> None:
    with translation.override(now):
        page = header(rf, AnonymousUser())
    assert f'name="language" value="{offered}"' in page
    assert f'name="language" value="{now}"' not in page
    assert 'name="next" value="/sign-in/password_reset/?a=1&amp;b=2"' in page


def test_choosing_a_language_needs_no_token() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/language/", {"language": "fr", "next": "/desk/"})
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/desk/"
    assert client.cookies["django_language"].value == "fr"


def test_choosing_a_language_leads_to_no_other_site() -> None:
    answer = Client().post("/language/", {"language": "fr", "next": "https://example.org/"})
    assert answer.headers["Location"] == "/"


def test_a_wrong_password_is_told_in_our_words() -> None:
    answer = Client().post("/sign-in/login/", {"username": "director", "password": "wrong"})
    assert "do not go together" in answer.content.decode()


def test_a_browser_finds_its_icon_where_it_looks_first() -> None:
    answer = Client().get("/favicon.ico")
    assert answer.status_code == 200
    assert answer.getvalue()[:4] == b"\0\0\1\0"


@pytest.mark.django_db
def test_too_many_wrong_passwords_are_answered_with_a_page(settings: Settings) -> None:
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 2
    User.objects.create_user("director", password="secret-password")
    client = Client()
    for password in ("wrong", "wronger"):
        answer = client.post("/sign-in/login/", {"username": "director", "password": password})
    assert answer.status_code == 429
    assert "Too many attempts" in answer.content.decode()
    # The right password does not help either, for now.
    answer = client.post("/sign-in/login/", {"username": "director", "password": "secret-password"})
    assert answer.status_code == 429
