"""The news of topics as PostgreSQL carries it from process to process."""

from tournament.push.letters import letter_read, letters_of
from tournament.push.topics import table_topic


def test_a_card_s_topics_are_one_letter() -> None:
    topics = ["seat:abc", "seat:def", "watch:ghi"]
    (letter,) = letters_of(topics, mark="1f")
    assert letter_read(letter) == ("1f", topics)


def test_the_news_of_a_thousand_tables_fits_into_letters() -> None:
    topics = [table_topic("bcdfghjk", number) for number in range(1, 1001)]
    letters = letters_of(topics, mark="1f")
    assert all(len(letter.encode()) < 8000 for letter in letters)
    read = [letter_read(letter) for letter in letters]
    assert {mark for mark, _topics in read} == {"1f"}
    assert [topic for _mark, topics in read for topic in topics] == topics


def test_no_news_is_no_letter() -> None:
    assert letters_of([], mark="1f") == []
