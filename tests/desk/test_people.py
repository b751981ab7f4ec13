"""Who works for the club: invited by a link, in a role, until access is withdrawn."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_director, make_event, start_round
from tests.desk.conftest import signed_in
from tests.races import at_once
from tournament.desk.access import may_direct, may_score
from tournament.errors import Refused
from tournament.events.selectors import club_default
from tournament.players.members import (
    access_withdraw,
    invitation_create,
    invitation_tokens,
    member_role_set,
)
from tournament.players.models import Member
from tournament.results.models import Result

pytestmark = pytest.mark.django_db
PASSWORD = "quelques étuis de plus"
BOXES = ("new_password1", "new_password2")
READ = ["desk_people", "desk_person"]
POSTED = ["desk_person_link", "desk_person_role", "desk_person_withdraw"]


def make_member(username: str = "anne", role: str = "director") -> User:
    user = make_director(username)
    Member.objects.create(club=club_default(), user=user, role=role)
    return user


def url(name: str, person: User) -> str:
    return reverse(name, args=[] if name == "desk_people" else [person.pk])


def invite(client: Client, username: str = "bruno", role: str = "director") -> str:
    """Invite somebody; return the link's path, as the page shows it."""
    answer = client.post(reverse("desk_people"), {"username": username, "role": role}, follow=True)
    return link_on(answer.content.decode())


def link_on(page: str) -> str:
    (link,) = re.findall(rf'href="{settings.SITE_URL}(/desk/invitation/[^"]+)"', page)
    return str(link)


def accept(link: str, password: str = PASSWORD, client: Client | None = None) -> Client:
    """Open an invitation and set a password."""
    client = client or Client()
    form = client.get(link, follow=True)
    address = form.redirect_chain[-1][0] if form.redirect_chain else link
    client.post(address, {"new_password1": password, "new_password2": password})
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("desk")).status_code == 200


class TestWhoMay:
    @pytest.fixture
    def person(self) -> User:
        return make_member("carla", "scorer")

    @pytest.mark.parametrize("name", READ + POSTED)
    def test_anonymous_people_are_sent_to_sign_in(
        self, name: str, person: User, client: Client
    ) -> None:
        for method in (client.get, client.post):
            answer = method(url(name, person))
            assert answer.status_code in {302, 405}
            if answer.status_code == 302:
                assert answer["Location"].startswith(reverse("login"))

    @pytest.mark.parametrize("name", READ)
    def test_directors_of_the_club_and_administrators(
        self, name: str, person: User, superuser: Client
    ) -> None:
        for client in (signed_in(make_member()), superuser):
            answer = client.get(url(name, person))
            assert answer.status_code == 200
            assert "carla" in answer.content.decode()
            assert "no-store" in answer["Cache-Control"]

    @pytest.mark.parametrize("name", READ + POSTED)
    def test_neither_scorers_nor_directors_of_single_events(
        self, name: str, person: User, director: Client
    ) -> None:
        form = {"role": "director", "username": "mine"}
        for client in (director, signed_in(make_member("dora", "scorer"))):
            if name in READ:
                assert client.get(url(name, person)).status_code == 403
            assert client.post(url(name, person), form).status_code in {403, 405}
        person.refresh_from_db()
        assert (person.is_active, person.member.role) == (True, "scorer")
        assert person.has_usable_password()
        assert not User.objects.filter(username="mine").exists()

    @pytest.mark.parametrize("name", READ + POSTED)
    def test_wrong_methods(self, name: str, person: User, superuser: Client) -> None:
        assert superuser.put(url(name, person)).status_code == 405
        if name in POSTED:
            assert superuser.get(url(name, person)).status_code == 405
        if name == "desk_person":
            assert superuser.post(url(name, person)).status_code == 405

    def test_the_desk_leads_there_for_those_who_may(
        self, director: Client, superuser: Client
    ) -> None:
        link = f'href="{reverse("desk_people")}"'
        for client, shown in ((superuser, 1), (signed_in(make_member()), 1), (director, 0)):
            assert client.get(reverse("desk")).content.decode().count(link) == shown


class TestInvitation:
    def test_whoever_opens_the_link_sets_a_password_and_is_in(self, superuser: Client) -> None:
        link = invite(superuser)
        invited = accept(link)
        assert is_in(invited)
        again = Client()
        assert again.login(username="bruno", password=PASSWORD)
        assert User.objects.get(username="bruno").member.role == "director"

    def test_the_link_is_shown_once(self, superuser: Client) -> None:
        link = invite(superuser)
        person = User.objects.get(username="bruno")
        assert link not in superuser.get(url("desk_person", person)).content.decode()

    def test_nobody_signs_in_before_the_link_is_used(self, superuser: Client) -> None:
        invite(superuser)
        assert not Client().login(username="bruno", password="")
        people = superuser.get(reverse("desk_people")).content.decode()
        assert "invited, has not set a password yet" in people

    def test_works_once(self, superuser: Client) -> None:
        link = invite(superuser)
        accept(link)
        late = accept(link, "another-password-7")
        assert not is_in(late)
        assert "no longer good" in late.get(link, follow=True).content.decode()
        assert Client().login(username="bruno", password=PASSWORD)

    def test_looking_at_it_does_not_use_it_up(self, superuser: Client) -> None:
        link = invite(superuser)
        assert "bruno" in Client().get(link, follow=True).content.decode()
        assert is_in(accept(link))

    def test_a_new_link_replaces_the_old(self, superuser: Client) -> None:
        old = invite(superuser)
        person = User.objects.get(username="bruno")
        page = superuser.post(url("desk_person_link", person), follow=True).content.decode()
        assert not is_in(accept(old))
        assert is_in(accept(link_on(page)))

    def test_ends_after_three_days(
        self, superuser: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = invite(superuser)
        made = invitation_tokens._now()
        for days, good in ((2.99, True), (3.01, False)):
            later = made + timedelta(days=days)
            monkeypatch.setattr(invitation_tokens, "_now", lambda later=later: later)
            page = Client().get(link, follow=True).content.decode()
            assert ("no longer good" not in page) == good

    def test_ends_with_the_access(self, superuser: Client) -> None:
        link = invite(superuser)
        superuser.post(url("desk_person_withdraw", User.objects.get(username="bruno")))
        assert not is_in(accept(link))

    def test_of_another_account_or_changed_is_not_good(self, superuser: Client) -> None:
        link = invite(superuser)
        token = link.strip("/").split("/")[-1]
        other = invitation_create(user=make_member("carla"))[0]
        for wrong in (
            reverse("invitation", args=[other, token]),
            reverse("invitation", args=["xx", token]),
            link[:-2] + "/",
        ):
            assert not is_in(accept(wrong))

    @pytest.mark.parametrize("username", ["", "   ", "Two words", "DIRECTOR", "x" * 151])
    def test_an_unusable_name_is_refused(self, username: str, superuser: Client) -> None:
        make_director()
        before = User.objects.count()
        answer = superuser.post(reverse("desk_people"), {"username": username, "role": "scorer"})
        assert answer.status_code == 422
        assert User.objects.count() == before

    def test_a_role_there_is_not_is_refused(self, superuser: Client) -> None:
        form = {"username": "bruno", "role": "superuser"}
        assert superuser.post(reverse("desk_people"), form).status_code == 422
        assert not User.objects.filter(username="bruno").exists()

    def test_a_weak_password_is_refused(self, superuser: Client) -> None:
        link = invite(superuser)
        assert not is_in(accept(link, "12345678"))
        assert is_in(accept(link))

    def test_what_is_wrong_with_a_password_stands_under_it(self, superuser: Client) -> None:
        client = Client()
        form = client.get(invite(superuser), follow=True).redirect_chain[-1][0]
        for sent, wrong in (
            (("12345678", "12345678"), {"new_password1"}),
            ((PASSWORD, "another-password-7"), {"new_password2"}),
        ):
            answer = client.post(form, dict(zip(BOXES, sent, strict=True)))
            assert answer.context["form"].errors.keys() == wrong

    def test_gives_no_more_than_the_desk(self, superuser: Client) -> None:
        accept(invite(superuser))
        invited = User.objects.get(username="bruno")
        assert not invited.is_superuser
        assert not invited.is_staff


class TestRoles:
    def test_a_director_of_the_club_directs_every_event(self) -> None:
        event = make_event(players=3)
        client = signed_in(make_member())
        assert "Evening" in client.get(reverse("desk")).content.decode()
        assert client.get(reverse("desk_print", args=[event.public_id])).status_code == 200

    def test_a_scorer_enters_results_and_sees_nothing_else(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play = start_round(event).plays.get()
        client = signed_in(make_member("carla", "scorer"))
        entry = reverse("desk_entry", args=[event.public_id])
        desk = client.get(reverse("desk")).content.decode()
        assert "Evening" in desk
        assert reverse("desk_new") not in desk
        assert client.get(reverse("desk_event", args=[event.public_id]))["Location"] == entry
        page = client.get(entry).content.decode()
        assert reverse("desk_print", args=[event.public_id]) not in page
        form = {f"result-{play.pk}": "532", f"sent-{play.pk}": str(uuid.uuid4())}
        client.post(entry, form)
        assert Result.objects.get().detail == {"tricks": [5, 3, 2]}
        names = [
            *("desk_edit", "desk_delete", "desk_players", "desk_print", "desk_movement"),
            *("desk_attendance", "desk_close", "desk_publish", "desk_history"),
        ]
        for name in names:
            assert client.get(reverse(name, args=[event.public_id])).status_code == 403, name
        for name in ("desk_start", "desk_hand_slips", "desk_close", "desk_publish"):
            assert client.post(reverse(name, args=[event.public_id])).status_code == 403, name
        for name in ("desk_new", "desk_club"):
            assert client.get(reverse(name)).status_code == 403, name
        play_page = reverse("desk_play", args=[event.public_id, play.pk])
        assert client.get(play_page).status_code == 403

    def test_a_scorer_directs_no_event_any_more(self) -> None:
        user = make_director()
        event = make_event(players=0, director=user)
        assert may_direct(user, event)
        make_member("other")
        member_role_set(club=club_default(), user=user, role="scorer")
        user = User.objects.get(pk=user.pk)
        assert not may_direct(user, event)
        assert may_score(user, event)

    def test_are_changed_on_the_persons_page(self, superuser: Client) -> None:
        person = make_member("carla", "scorer")
        superuser.post(url("desk_person_role", person), {"role": "director"})
        assert Member.objects.get().role == "director"
        assert superuser.post(url("desk_person_role", person), {"role": "x"}).status_code == 403

    def test_who_directs_single_events_can_be_made_director_of_all(self, superuser: Client) -> None:
        person = make_director("carla")
        page = superuser.get(reverse("desk_people")).content.decode()
        assert "director of single tournaments" in page
        superuser.post(url("desk_person_role", person), {"role": "director"})
        assert may_direct(User.objects.get(pk=person.pk), make_event(players=0))


class TestWithdrawing:
    def test_ends_access_on_every_device_at_once(self, superuser: Client) -> None:
        person = make_member("carla")
        client = signed_in(person)
        assert is_in(client)
        superuser.post(url("desk_person_withdraw", person))
        assert not is_in(client)
        assert not Client().login(username="carla", password="secret-password")
        assert "no access any more" in superuser.get(reverse("desk_people")).content.decode()

    def test_a_new_link_gives_access_again(self, superuser: Client) -> None:
        person = make_member("carla")
        superuser.post(url("desk_person_withdraw", person))
        page = superuser.post(url("desk_person_link", person), follow=True).content.decode()
        assert not Client().login(username="carla", password="secret-password")
        assert is_in(accept(link_on(page)))

    def test_nobody_withdraws_their_own_or_an_administrators(self, superuser: Client) -> None:
        person = make_member("carla")
        administrator = User.objects.get(is_superuser=True)
        client = signed_in(person)
        for name in POSTED:
            for wrong in (person, administrator):
                answer = client.post(url(name, wrong), {"role": "scorer"})
                assert answer.status_code == 403
        assert all(User.objects.values_list("is_active", flat=True))
        assert superuser.post(url(POSTED[2], administrator)).status_code == 403

    def test_the_last_director_stays(self) -> None:
        last = make_member("carla")
        club = club_default()
        make_member("dora", "scorer")
        # Invited only: nobody knows whether this one will ever come.
        invitation_create(user=make_member("emil"))
        with pytest.raises(Refused):
            access_withdraw(club=club, user=last)
        with pytest.raises(Refused):
            member_role_set(club=club, user=last, role="scorer")
        assert User.objects.get(pk=last.pk).is_active
        make_member("fritz")
        access_withdraw(club=club, user=last)

    def test_of_somebody_there_is_not_is_refused(self, superuser: Client) -> None:
        for name in POSTED:
            assert superuser.post(reverse(name, args=[99999])).status_code == 403
        assert superuser.get(reverse("desk_person", args=[99999])).status_code == 404


def test_one_director_takes_over_no_account_of_another(superuser: Client) -> None:
    one, other = make_member("carla"), make_member("dora")
    other.last_login = timezone.now()
    other.save()
    client = signed_in(one)
    assert "Make a new link" not in client.get(url("desk_person", other)).content.decode()
    assert client.post(url("desk_person_link", other)).status_code == 403
    assert User.objects.get(pk=other.pk).has_usable_password()
    assert "Make a new link" in superuser.get(url("desk_person", other)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_devices_that_answer_one_invitation_at_once_one_sets_the_password() -> None:
    user_id, token = invitation_create(user=make_member("carla"))
    link = reverse("invitation", args=[user_id, token])
    devices = [Client() for _device in range(4)]
    forms = [device.get(link, follow=True).redirect_chain[-1][0] for device in devices]
    passwords = [f"{PASSWORD} {number}" for number in range(4)]

    def answer(number: int) -> Callable[[], int]:
        sent = {"new_password1": passwords[number], "new_password2": passwords[number]}
        return lambda: devices[number].post(forms[number], sent).status_code

    answers = at_once(*(answer(number) for number in range(4)))
    assert sorted(answers) == [200, 200, 200, 302]
    first = answers.index(302)
    assert User.objects.get().check_password(passwords[first])
    assert [is_in(device) for device in devices] == [each == first for each in range(4)]
