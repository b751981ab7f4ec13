"""Reading facts beside Django; what stands on them is tested with it (see test_kept.py)."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tournament.push.facts import Known, PostgresFacts, SqliteFacts
from tournament.push.sources import conninfo

QUESTION = "SELECT value FROM fact WHERE name = %s"


def database(path: Path, value: int) -> Path:
    made = sqlite3.connect(path)
    with made:
        made.execute("CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER)")
        made.execute("INSERT INTO fact VALUES ('a', ?)", [value])
    made.close()
    return path


def read(facts: SqliteFacts, subject: str = "a") -> Known | None:
    return asyncio.run(facts.read(subject))


def test_each_read_sees_what_is_committed(tmp_path: Path) -> None:
    path = database(tmp_path / "one", 1)
    facts = SqliteFacts(QUESTION, path)
    assert (read(facts), read(facts, "b")) == ((1,), None)
    writer = sqlite3.connect(path)
    writer.execute("UPDATE fact SET value = 2")
    assert read(facts) == (1,)
    writer.commit()
    writer.close()
    assert read(facts) == (2,)
    asyncio.run(facts.stop())


def test_a_file_that_takes_the_place_of_another_is_noticed(tmp_path: Path) -> None:
    path = database(tmp_path / "one", 1)
    facts = SqliteFacts(QUESTION, path)
    assert read(facts) == (1,)
    database(tmp_path / "two", 2).replace(path)
    assert read(facts) == (2,)
    asyncio.run(facts.stop())


def test_a_database_that_is_away_or_locked_gives_nothing_and_is_tried_again(tmp_path: Path) -> None:
    facts = SqliteFacts(QUESTION, tmp_path / "one")
    assert read(facts) is None
    path = database(tmp_path / "one", 1)
    assert read(facts) == (1,)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    assert read(facts) is None
    writer.execute("COMMIT")
    writer.close()
    assert read(facts) == (1,)
    asyncio.run(facts.stop())


@pytest.mark.services
@pytest.mark.django_db
def test_postgresql_is_asked_again_after_a_text_it_does_not_take() -> None:
    """Run with DATABASE_URL naming a PostgreSQL server."""
    facts = PostgresFacts("SELECT %s::text", conninfo())

    async def answers() -> list[Known | None]:
        await facts.start()
        found = [await facts.read(subject) for subject in ("a", "a\0", "b")]
        await facts.stop()
        return found

    assert asyncio.run(answers()) == [("a",), None, ("b",)]
