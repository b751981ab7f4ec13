"""The signed addresses of streams."""

import time
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.signing import BadSignature, SignatureExpired, Signer
from django.template import Context, Template

from tournament.push import tokens
from tournament.push.tokens import read_token, stream_address
from tournament.push.topics import desk_topic, event_topic, table_topic


def token_of(address: str) -> str:
    return parse_qs(urlsplit(address).query)["t"][0]


def test_an_address_carries_its_topics_and_when_it_was_made() -> None:
    before = time.time()
    ticket = read_token(token_of(stream_address("event:a", "desk:a")))
    assert ticket.topics == ("event:a", "desk:a")
    assert before - 0.001 <= ticket.rendered_at <= time.time() + 0.001


@pytest.mark.parametrize("token", ["", "x", "x:y", "WyJhIl0:bad", "é", "a" * 5000])
def test_what_is_not_ours_is_refused(token: str) -> None:
    with pytest.raises(BadSignature):
        read_token(token)


@pytest.mark.parametrize("content", ["[]", "7", '"text"', "not json", '["no time", "event:a"]'])
def test_signed_but_not_an_address_is_refused(content: str) -> None:
    signed = Signer(salt=tokens.SALT).sign(content)
    with pytest.raises(BadSignature):
        read_token(signed)


def test_a_signature_for_something_else_is_refused() -> None:
    other = Signer(salt="something else").sign_object([time.time(), "event:a"])
    with pytest.raises(BadSignature):
        read_token(other)


def test_yesterdays_address_has_expired() -> None:
    old = Signer(salt=tokens.SALT).sign_object([time.time() - 24 * 3600 - 1, "event:a"])
    with pytest.raises(SignatureExpired):
        read_token(old)


def test_the_tag_gives_an_address_that_needs_no_escaping() -> None:
    template = Template("{% load stream %}{% stream_url one two %}")
    address = template.render(Context({"one": event_topic("x"), "two": table_topic("x", 7)}))
    assert read_token(token_of(address)).topics == ("event:x", "table:x:7")


def test_topics_of_one_event_differ() -> None:
    assert len({event_topic("x"), desk_topic("x"), table_topic("x", 1), table_topic("x", 2)}) == 4


def test_a_stream_without_topics_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="topic"):
        stream_address()
