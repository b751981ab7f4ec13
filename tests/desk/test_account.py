"""One's own account: a new password, and out of all other devices."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.builders import make_director
from tests.desk.conftest import signed_in
from tests.desk.test_people import make_member

pytestmark = pytest.mark.django_db
ACCOUNT, ELSEWHERE = "desk_account", "desk_sign_out_elsewhere"
NEW = "quelques étuis de plus"
CHANGE = {"old_password": "secret-password", "new_password1": NEW, "new_password2": NEW}


def is_in(client: Client) -> bool:
    return client.get(reverse("desk")).status_code == 200


def test_is_for_everybody_who_is_signed_in(client: Client, director: Client) -> None:
    for name in (ACCOUNT, ELSEWHERE):
        assert client.post(reverse(name), CHANGE)["Location"].startswith(reverse("login"))
        assert client.put(reverse(name)).status_code == 405
    assert director.get(reverse(ELSEWHERE)).status_code == 405
    scorer = signed_in(make_member("carla", "scorer"))
    for each in (director, scorer):
        answer = each.get(reverse(ACCOUNT))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert reverse(ACCOUNT) in each.get(reverse("desk")).content.decode()


def test_the_password_changes_and_other_devices_are_signed_out(director: Client) -> None:
    elsewhere = signed_in(make_director())
    answer = director.post(reverse(ACCOUNT), CHANGE, follow=True)
    assert "The password is changed" in answer.content.decode()
    assert is_in(director)
    assert not is_in(elsewhere)
    assert User.objects.get().check_password(NEW)


@pytest.mark.parametrize(
    "wrong",
    [
        {"old_password": "guess"},
        {"new_password2": "another"},
        {"new_password1": "12345678", "new_password2": "12345678"},
    ],
)
def test_a_wrong_password_changes_nothing(wrong: dict[str, str], director: Client) -> None:
    answer = director.post(reverse(ACCOUNT), CHANGE | wrong)
    assert answer.status_code == 422
    assert "Please correct what is marked below" in answer.content.decode()
    assert User.objects.get().check_password("secret-password")


def test_signing_out_elsewhere_ends_only_ones_own_other_sessions(
    director: Client, stranger: Client
) -> None:
    elsewhere = signed_in(make_director())
    answer = director.post(reverse(ELSEWHERE), follow=True)
    assert "signed out on 1 other device." in answer.content.decode()
    assert not is_in(elsewhere)
    assert is_in(director)
    assert is_in(stranger)
    again = director.post(reverse(ELSEWHERE), follow=True)
    assert "signed in nowhere else" in again.content.decode()
