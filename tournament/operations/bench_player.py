"""A player made of HTTP alone: what a phone sends and hears, without a browser.

Small on purpose, so that three hundred of them leave the machine to the site they measure.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from urllib.parse import urlencode

_TABLE = re.compile(r'data-deal="([^"]+)" data-ply="(\d+)"[^>]*>')
_BUTTON = re.compile(r"<button[^>]*>")
_VALUE = re.compile(r' value="([^"]+)"')
HERE_EVERY = 15.0  # seconds between signs of life


@dataclass(slots=True)
class Answer:
    """A response: its status, its headers in small letters, and its text."""

    status: int
    headers: Mapping[str, str]
    text: str


class Line:
    """One kept connection to the site, and the cookies of its browser."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        # One request at a time: an answer belongs to the request before it.
        self._turn = asyncio.Lock()
        self.cookies: dict[str, str] = {}

    async def ask(
        self, method: str, path: str, form: Mapping[str, str] | None = None, **headers: str
    ) -> Answer:
        """Send a request and read its whole answer; once more if the connection had ended."""
        body = urlencode(form).encode() if form is not None else b""
        request = self._request(method, path, body, headers)
        async with self._turn:
            try:
                return await self._sent(request)
            except (ConnectionError, asyncio.IncompleteReadError):
                # The server ends connections that nobody used for some seconds.
                self.close()
                return await self._sent(request)

    async def _sent(self, request: bytes) -> Answer:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request)
        return await self._answer()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    def _request(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{self._port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        if method == "POST":
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    async def _answer(self) -> Answer:
        if self._reader is None:
            raise ConnectionResetError("no connection")
        status, headers = await read_head(self._reader, self.cookies)
        if headers.get("transfer-encoding") == "chunked":
            content = b"".join([chunk async for chunk in chunks(self._reader)])
        elif status == HTTPStatus.NO_CONTENT:
            content = b""
        else:
            content = await self._reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            self.close()
        return Answer(status, headers, content.decode())


async def read_head(
    reader: asyncio.StreamReader, cookies: dict[str, str]
) -> tuple[int, dict[str, str]]:
    """Read a response's status and headers, and keep its cookies."""
    first = (await reader.readuntil(b"\r\n")).decode()
    headers: dict[str, str] = {}
    while line := (await reader.readuntil(b"\r\n")).decode().strip():
        name, _colon, value = line.partition(":")
        if name.lower() == "set-cookie":
            key, _equals, cookie = value.strip().partition(";")[0].partition("=")
            cookies[key] = cookie
        else:
            headers[name.lower()] = value.strip()
    return int(first.split()[1]), headers


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Give the parts of a body as they arrive."""
    while size := int((await reader.readuntil(b"\r\n")).strip() or b"0", 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")


@dataclass
class Watch:
    """One table's times: when each ply was posted, and when each screen showed what followed."""

    screens: int
    posted: dict[int, float] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    deal: str = ""

    def post(self, deal: str, ply: int) -> None:
        if deal != self.deal:
            self.deal, self.posted, self.shown = deal, {}, {}
        self.posted[ply] = time.perf_counter()

    def show(self, deal: str, screen: int, ply: int) -> None:
        if deal != self.deal or self.shown.get(screen, -1) >= ply:
            return
        self.shown[screen] = ply
        if len(self.shown) < self.screens:
            return
        everywhere = min(self.shown.values())
        for posted in [each for each in self.posted if each < everywhere]:
            self.delays.append(time.perf_counter() - self.posted.pop(posted))


@dataclass
class Pace:
    """How long a player thinks, in seconds: from `least` to `most`."""

    least: float
    most: float


class Player:
    """One seat: opens its link, listens, and plays a legal card when its turn comes."""

    def __init__(
        self, *, port: int, secret: str, watch: Watch, screen: int, pace: Pace, chance: Random
    ) -> None:
        self._line = Line(port)
        self._port = port
        self._secret = secret
        self._watch = watch
        self._screen = screen
        self._pace = pace
        self._chance = chance
        self._csrf = ""
        self._streams = False
        self._address = ""
        self._acted: tuple[str, int] | None = None
        self._thinking: set[asyncio.Task[None]] = set()
        self.played = 0
        self.refused = 0

    async def sit(self) -> str:
        """Open the personal link and take the seat; return the address of the seat's stream."""
        link = f"/play/link/{self._secret}/"
        opened = await self._line.ask("GET", link)
        token = _found(r'name="csrfmiddlewaretoken" value="([^"]+)"', opened.text)
        moved = await self._line.ask("POST", link, {"csrfmiddlewaretoken": token})
        self._address = moved.headers["location"]
        page = await self._line.ask("GET", self._address)
        self._csrf = _found(r'data-csrf="([^"]+)"', page.text)
        await self._post("take/", {})
        return _found(r'data-(?:table-)?stream="([^"]+)"', page.text)

    async def listen(self, stream: str) -> None:
        """Follow the stream, and play, until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            asking = f"GET {stream} HTTP/1.1\r\nHost: localhost:{self._port}\r\n\r\n"
            writer.write(asking.encode())
            status, _headers = await read_head(reader, {})
            if status != HTTPStatus.OK:
                raise ConnectionRefusedError(f"the stream answers {status}")
            self._streams = True
            self._see((await self._line.ask("GET", self._address, X_Requested_With="table")).text)
            said = b""
            async for chunk in chunks(reader):
                said += chunk
                *events, said = said.split(b"\n\n")
                for event in events:
                    if event.startswith(b"event: content\n"):
                        self._see(event.decode())
        finally:
            for thought in self._thinking:
                thought.cancel()
            writer.close()
            self._line.close()

    async def live(self) -> None:
        """Say from time to time that the page is open, until cancelled."""
        await asyncio.sleep(self._chance.random() * HERE_EVERY)
        here = Line(self._port)
        here.cookies = self._line.cookies
        while True:
            await here.ask("POST", self._address + "here/", {}, X_CSRFToken=self._csrf)
            await asyncio.sleep(HERE_EVERY)

    async def _post(self, path: str, form: Mapping[str, str]) -> Answer:
        return await self._line.ask(
            "POST",
            self._address + path,
            form,
            X_CSRFToken=self._csrf,
            X_Requested_With="table",
            X_Stream="open" if self._streams else "closed",
        )

    def _see(self, page: str) -> None:
        table = _TABLE.search(page)
        if table is None:
            self._begin("take/", {})
            return
        deal, ply = table[1], int(table[2])
        self._watch.show(deal, self._screen, ply)
        if " data-over" in table[0]:
            if "/take/" in page and self._acted != (deal, ply):
                self._acted = (deal, ply)
                self._begin("take/", {})
        elif " data-mine" in table[0] and self._acted != (deal, ply):
            cards = playable(page)
            if cards:
                self._acted = (deal, ply)
                form = {"deal": deal, "ply": table[2], "action": self._chance.choice(cards)}
                self._begin("act/", form)

    def _begin(self, path: str, form: Mapping[str, str]) -> None:
        task = asyncio.get_running_loop().create_task(self._act(path, form))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _act(self, path: str, form: Mapping[str, str]) -> None:
        if path == "act/":
            await asyncio.sleep(self._chance.uniform(self._pace.least, self._pace.most))
            self._watch.post(form["deal"], int(form["ply"]))
        answer = await self._post(path, form)
        if path == "act/":
            self.played += answer.status == HTTPStatus.NO_CONTENT
            self.refused += answer.status != HTTPStatus.NO_CONTENT
        if answer.text:
            self._see(answer.text)


def playable(page: str) -> list[str]:
    """Return the cards that a page lets its reader play."""
    buttons = (button for button in _BUTTON.findall(page) if 'name="action"' in button)
    values = (_VALUE.search(button) for button in buttons if "aria-disabled" not in button)
    return [value[1] for value in values if value is not None]


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        raise LookupError(f"{pattern} is not in the page: {text[:300]}")
    return found[1]
