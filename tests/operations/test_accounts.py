"""The first director of an installation."""

import pytest
from django.contrib.auth import get_user_model

from tournament.operations.accounts import director_ensure, password_file, password_if_unchanged

pytestmark = pytest.mark.django_db


def test_is_made_once_with_a_password_only_the_owner_can_read() -> None:
    director = director_ensure()
    assert director_ensure() == director
    password = password_if_unchanged(director)
    assert password is not None
    assert director.check_password(password)
    assert password_file().stat().st_mode & 0o077 == 0


def test_a_changed_password_is_not_shown() -> None:
    director = director_ensure()
    director.set_password("another-secret")
    assert password_if_unchanged(director) is None


def test_a_name_that_is_taken_is_left_alone() -> None:
    get_user_model().objects.create_user("director")
    assert director_ensure().get_username() == "director2"
