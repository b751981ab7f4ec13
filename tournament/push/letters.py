"""How the news of topics travels between processes through PostgreSQL: several in one letter.

A letter begins with the mark of the process whose streams have been told already.
"""

from collections.abc import Iterable, Sequence

MOST = 7000  # bytes: PostgreSQL takes letters of less than 8000


def letters_of(topics: Iterable[str], *, mark: str) -> list[str]:
    """Return the letters that bring the news of these topics."""
    letters: list[str] = []
    for topic in topics:
        if letters and len(letters[-1].encode()) + len(topic.encode()) < MOST:
            letters[-1] += f" {topic}"
        else:
            letters.append(f"{mark} {topic}")
    return letters


def letter_read(letter: str) -> tuple[str, Sequence[str]]:
    """Return the mark of a letter, and its topics."""
    mark, *topics = letter.split(" ")
    return mark, topics
