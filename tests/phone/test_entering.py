"""What the forms of a table say, and what is no answer."""

import pytest
from django.http import QueryDict

from engine.variant import variant
from tournament.errors import Refused
from tournament.phone.entering import detail_read, own_version_read, sent_id_read

COMON = variant("comon")


@pytest.mark.parametrize(
    ("form", "detail"),
    [
        ("kind=tricks&tricks_0=5&tricks_1=3&tricks_2=2", {"tricks": [5, 3, 2]}),
        ("kind=tricks&tricks_0=5&tricks_1=3", {"tricks": [5, 3, 2]}),
        ("kind=tricks&tricks_1=3&tricks_2=7&tricks_0=", {"tricks": [0, 3, 7]}),
        ("kind=tricks&tricks_1=10", {"tricks": [0, 10, 0]}),
        ("kind=fault&offender=2", {"fault": 2}),
        ("kind=not_played&reason=No+time&other_reason=", {"not_played": "No time"}),
        ("kind=not_played&reason=No+time&other_reason=Fire+alarm", {"not_played": "Fire alarm"}),
        ("kind=not_played&other_reason=%00+Fire%0D%0Aalarm", {"not_played": "Fire alarm"}),
        ("kind=not_played&other_reason=%E2%80%AEFire", {"not_played": "Fire"}),
        ("kind=not_played&reason=", {"not_played": ""}),
    ],
)
def test_what_a_form_says(form: str, detail: dict[str, object]) -> None:
    assert detail_read(QueryDict(form), COMON) == detail


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("kind=tricks&tricks_0=5&tricks_1=3&tricks_2=3", "5 + 3 + 3 makes 11"),
        ("kind=tricks&tricks_0=8&tricks_1=5", "8 + 5 makes 13"),
        ("kind=tricks&tricks_0=1&tricks_1=1&tricks_2=1", "1 + 1 + 1 makes 3"),
        ("kind=tricks&tricks_0=5", "two players"),
        ("kind=tricks", "two players"),
        ("kind=tricks&tricks_0=5&tricks_1=-3", "from 0 to 10"),
        ("kind=tricks&tricks_0=5&tricks_1=three", "from 0 to 10"),
        ("kind=tricks&tricks_0=5&tricks_1=%D9%A3", "from 0 to 10"),
        ("kind=tricks&tricks_0=" + "9" * 5000, "from 0 to 10"),
        ("kind=tricks&tricks_0=5&tricks_0=4&tricks_1=3", "two things at once"),
        ("kind=tricks&kind=fault&offender=1", "two things at once"),
        ("kind=fault", "who misplayed"),
        ("kind=fault&offender=3", "who misplayed"),
        ("kind=fault&offender=-1", "who misplayed"),
        ("kind=fault&offender=" + "9" * 5000, "who misplayed"),
        ("kind=won&tricks_0=5&tricks_1=3", "incomplete"),
        ("", "incomplete"),
    ],
)
def test_what_is_no_answer(form: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence.replace("+", r"\+")):
        detail_read(QueryDict(form), COMON)


@pytest.mark.parametrize("form", ["", "sent_id=", "sent_id=7", "sent_id=" + "f" * 5000])
def test_a_form_without_its_number_is_incomplete(form: str) -> None:
    with pytest.raises(Refused, match="incomplete"):
        sent_id_read(QueryDict(form))


def test_ones_own_version_may_be_left_out() -> None:
    assert own_version_read(QueryDict("kind=tricks&tricks_0=&tricks_1="), COMON) is None
    assert own_version_read(QueryDict(""), COMON) is None
    form = QueryDict("kind=tricks&tricks_0=5&tricks_2=4")
    assert own_version_read(form, COMON) == {"tricks": [5, 1, 4]}
    assert own_version_read(QueryDict("kind=fault&offender=0"), COMON) == {"fault": 0}
