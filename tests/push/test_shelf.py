"""What was asked for last stays, up to so many bytes."""

from dataclasses import dataclass

from tournament.push.shelf import Shelf


@dataclass
class Thing:
    size: int


def test_what_was_asked_for_longest_ago_makes_room() -> None:
    small: Shelf[str, Thing] = Shelf(100)
    small.put("a", Thing(40))
    small.put("b", Thing(40))
    assert small.get("a") is not None
    small.put("c", Thing(40))
    assert [small.get(name) is not None for name in "abc"] == [True, False, True]


def test_what_is_put_again_counts_once() -> None:
    small: Shelf[str, Thing] = Shelf(100)
    for _time in range(5):
        small.put("a", Thing(40))
    small.put("b", Thing(60))
    assert small.get("a") is not None
