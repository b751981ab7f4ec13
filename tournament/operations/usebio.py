"""Bridge results in USEBIO, the XML in which clubs publish: the lines of every traveller.

Written after the elements of versions 1.0 to 1.2 and what scoring programs put into them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from xml.parsers import expat

from tournament.operations.usebio_lines import Line, line_read, short

LARGEST = 16_000_000  # bytes; a county's final with every card played has a tenth of that


class Unreadable(Exception):
    """Why a file cannot be scored, as the end of a sentence that begins with its name."""


@dataclass(frozen=True, slots=True)
class Results:
    """A file's traveller lines in its order.

    `scale` is how many points it says a pair beaten is worth, 2 or 1; None where it does not say.
    """

    title: str
    lines: tuple[Line, ...]
    scale: int | None


@dataclass(slots=True, eq=False)
class Element:
    """An element: its attributes and the texts of the elements right inside it, by name.

    `number` says how many of its name came before in the file.
    """

    name: str
    number: int
    parent: "Element | None"
    texts: dict[str, str]
    parts: list[str] = field(default_factory=list)

    def around(self) -> Iterator["Element"]:
        """Every element it is in, the nearest first."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent


class _Builder:
    """Collects the traveller lines. Names of elements and attributes are taken in capitals."""

    def __init__(self) -> None:
        self.lines: list[Element] = []
        self.outermost = ""
        self._open: Element | None = None
        self._seen: Counter[str] = Counter()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = _plain(name)
        self.outermost = self.outermost or name
        texts = {_plain(key): value.strip() for key, value in attributes.items()}
        self._open = Element(name, self._seen[name], self._open, texts)
        self._seen[name] += 1

    def data(self, text: str) -> None:
        if self._open is not None:
            self._open.parts.append(text)

    def end(self, _name: str) -> None:
        closed = self._open
        if closed is None:
            return
        self._open = closed.parent
        if closed.name == "TRAVELLER_LINE":
            self.lines.append(closed)
        if closed.parent is not None:
            closed.parent.texts.setdefault(closed.name, "".join(closed.parts).strip())


def usebio_read(data: bytes) -> Results:
    """Return the lines of a file's boards. Raises Unreadable for a file that has none to score."""
    if not data.strip():
        raise Unreadable("is empty")
    if len(data) > LARGEST:
        raise Unreadable("is too large to be the results of one event")
    built = _parsed(data)
    others: dict[str, None] = {}
    lines: list[Line] = []
    kept: list[Element] = []
    for element in built.lines:
        other = _other_scoring(element)
        if other:
            others[other] = None
        else:
            kept.append(element)
            lines.append(line_read(element.texts, *_place(element)))
    if not lines:
        raise Unreadable(_why_no_lines(built.outermost, others))
    _require_match_points(kept, lines)
    event = next((around for around in kept[0].around() if around.name == "EVENT"), None)
    return Results(_title(event), tuple(lines), _scale(event))


def _why_no_lines(outermost: str, others: Iterable[str]) -> str:
    if others:
        return f"is scored otherwise than by match points: {', '.join(map(short, others))}"
    if outermost != "USEBIO":
        return f"is not a USEBIO file: its outermost element is {short(outermost)}"
    return "has no boards"


def _parsed(data: bytes) -> _Builder:
    try:
        return _built(data)
    except (expat.ExpatError, LookupError, ValueError):
        # An encoding that is not the declared one, a bare ampersand in a name, and the like.
        try:
            return _built(_mended(data))
        except expat.ExpatError as error:
            raise Unreadable(f"is not XML: {error}") from error


def _built(data: bytes) -> _Builder:
    builder = _Builder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    # Nothing outside the file is read either: without a handler, expat fetches no DTD.
    parser.StartDoctypeDeclHandler = _no_declarations
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.Parse(data, True)
    return builder


def _no_declarations(_name: str, _system: str | None, _public: str | None, inside: int) -> None:
    # Entities can only be declared here, and a few of them can grow beyond any memory.
    if inside:
        raise Unreadable("declares its own entities or elements, which results never need: refused")


_XML_DECLARATION = re.compile(r"\s*<\?xml.*?\?>", re.DOTALL)
_DOCTYPE = re.compile(r"<!doctype[^\[>]*>", re.IGNORECASE)  # one with declarations stays, and fails
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);)")


def _mended(data: bytes) -> bytes:
    """The file in UTF-8, without what keeps it from being XML but does not touch its numbers."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    text = _XML_DECLARATION.sub("", _NOT_IN_XML.sub("", text), count=1)
    text = _DOCTYPE.sub("", text, count=1)
    return _BARE_AMPERSAND.sub("&amp;", text.strip()).encode()


def _plain(name: str) -> str:
    return name.rpartition(":")[2].upper()


def _place(line: Element) -> tuple[str, str, str]:
    """The line's session, section and board: "" for a session or section the file does not have."""
    session = section = board = ""
    for around in line.around():
        if around.name == "BOARD":
            board = board or around.texts.get("BOARD_NUMBER", "")
        elif around.name == "SECTION":
            section = section or around.texts.get("SECTION_ID") or str(around.number + 1)
        elif around.name == "SESSION":
            session = around.texts.get("SESSION_ID") or str(around.number + 1)
        elif around.name == "EVENT" and around.number:
            # A further event in the same file has cards of its own.
            session = f"{around.number + 1}.{session}"
    return session, section, board


_OTHER = {"IMP", "IMPS", "XIMP", "XIMPS", "BUTLER", "TEAM", "TEAMS", "KO", "AGGREGATE", "SWISS"}


def _other_scoring(line: Element) -> str:
    """What the board or event calls its scoring, where that is not by match points."""
    for around in line.around():
        for name in ("EVENT_TYPE", "BOARD_SCORING_METHOD", "SCORING_METHOD"):
            said = around.texts.get(name, "")
            if _OTHER & set(re.findall("[A-Z]+", said.upper())):
                return said
    return ""


def _require_match_points(elements: Iterable[Element], lines: Iterable[Line]) -> None:
    pointed = [line.points for line in lines if line.points != (None, None)]
    names = {name for element in elements for name in element.texts}
    if not pointed:
        if any("IMP" in name or "BUTLER" in name for name in names):
            raise Unreadable("has IMPs and no match points")
        raise Unreadable("has no match points")
    if not names & {"SCORE", "NS_SCORE", "EW_SCORE"}:
        raise Unreadable("has match points, but not the scores they come from")
    cancelling = sum(ns is not None and ns == -(ew or 0) and ns != 0 for ns, ew in pointed)
    if 2 * cancelling > len(pointed):
        raise Unreadable("has IMPs as its match points: what one side has the other side has lost")


def _title(event: Element | None) -> str:
    texts = {} if event is None else event.texts
    parts = [texts.get("EVENT_DESCRIPTION") or texts.get("TITLE", ""), texts.get("DATE", "")]
    program = f"{texts.get('PROGRAM_NAME', '')} {texts.get('PROGRAM_VERSION', '')}".strip()
    said = ", ".join(filter(None, parts)) or "No title"
    title = f"{said} ({program})" if program else said
    return "".join(letter if letter.isprintable() else " " for letter in title)[:100]


def _scale(event: Element | None) -> int | None:
    """The first number of "2", "2-1-0" or "1 for a win, 0.5 for a tie"."""
    said = "" if event is None else event.texts.get("MATCH_POINT_SCORING", "")
    number = re.search("[0-9]+(?:[.,][0-9]+)?", said)
    if number is None:
        return None
    value = Fraction(number[0].replace(",", "."))
    return int(value) if value in {1, 2} else None
