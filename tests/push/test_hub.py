"""The hub: who is told what, with clients of every temper."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tournament.push import hub as hubs
from tournament.push.hub import Hub, Stream
from tournament.push.streaming import stream
from tournament.push.tokens import stream_address

# Long after the hub of a test began to listen, long before a page is too old.
LATER = 60.0


def with_hub(scenario: Callable[[Hub], Awaitable[None]]) -> None:
    async def run() -> None:
        hub = Hub()
        try:
            await asyncio.wait_for(scenario(hub), 10)
        finally:
            hub.close()

    asyncio.run(run())


def open_now(hub: Hub, *topics: str) -> Stream:
    """A stream of a page rendered after everything the hub has heard."""
    return hub.open(topics, seen=time.time() + LATER, resumed=False)


def is_idle(listening: Stream) -> bool:
    """Whether the stream has nothing to say."""
    waiting = listening.next()
    try:
        waiting.send(None)
    except StopIteration:
        return False
    finally:
        waiting.close()
    return True


def test_a_stream_hears_its_topics_and_no_others() -> None:
    async def scenario(hub: Hub) -> None:
        mine, other = open_now(hub, "event:a", "desk:a"), open_now(hub, "event:b")
        hub.told("event:a")
        assert await mine.next() == ["event:a"]
        hub.told("desk:a")
        assert await mine.next() == ["desk:a"]
        assert is_idle(other)

    with_hub(scenario)


def test_a_slow_client_has_one_slot_and_blocks_nobody() -> None:
    async def scenario(hub: Hub) -> None:
        slow, quick = open_now(hub, "event:a", "desk:a"), open_now(hub, "event:a")
        for _ in range(1000):
            hub.told("event:a")
            assert await quick.next() == ["event:a"]
        hub.told("desk:a")
        assert await slow.next() == ["desk:a", "event:a"]
        assert is_idle(slow)

    with_hub(scenario)


def test_who_comes_back_looks_at_everything_again() -> None:
    async def scenario(hub: Hub) -> None:
        back = hub.open(["event:a", "desk:a"], seen=time.time() + LATER, resumed=True)
        assert await back.next() == ["desk:a", "event:a"]

    with_hub(scenario)


def test_a_page_is_told_what_changed_between_its_rendering_and_its_stream() -> None:
    async def scenario(hub: Hub) -> None:
        rendered = time.time() + hubs.RENDERING  # the change falls into its rendering
        hub.told("event:a")
        page = hub.open(["event:a", "x"], seen=rendered, resumed=False)
        assert await page.next() == ["event:a"]
        assert is_idle(hub.open(["x"], seen=rendered, resumed=False))
        assert is_idle(open_now(hub, "event:a"))

    with_hub(scenario)


def test_a_page_older_than_the_hub_looks_again() -> None:
    async def scenario(hub: Hub) -> None:
        old = hub.open(["event:a"], seen=time.time() - LATER, resumed=False)
        assert await old.next() == ["event:a"]

    with_hub(scenario)


def test_news_that_arrives_by_two_ways_is_told_once() -> None:
    async def scenario(hub: Hub) -> None:
        listening = open_now(hub, "event:a")
        hub.told("event:a", 7)
        assert await listening.next() == ["event:a"]
        hub.told("event:a", 7)
        assert is_idle(listening)
        hub.told("event:a", 8)
        assert await listening.next() == ["event:a"]

    with_hub(scenario)


def test_after_lost_news_every_stream_looks_again_and_old_numbers_are_forgotten() -> None:
    async def scenario(hub: Hub) -> None:
        listening = open_now(hub, "event:a")
        hub.told("event:a", 7)
        await listening.next()
        hub.refresh()
        assert await listening.next() == ["event:a"]
        hub.told("event:a", 1)  # the database was replaced by an older one
        assert await listening.next() == ["event:a"]

    with_hub(scenario)


def test_closing_ends_open_streams_and_those_still_to_come() -> None:
    async def scenario(hub: Hub) -> None:
        early = open_now(hub, "event:a")
        hub.close()
        assert await early.next() is None
        assert await open_now(hub, "event:a").next() is None

    with_hub(scenario)


def test_silence_is_broken_by_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "HEARTBEAT", 0.01)

    async def scenario(hub: Hub) -> None:
        assert await open_now(hub, "event:a").next() == []

    with_hub(scenario)


def test_changes_of_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(hub: Hub) -> None:
        for number in range(100):
            hub.told(f"event:{number}")
        tomorrow = time.time() + hubs.REMEMBERED + 1
        monkeypatch.setattr(time, "time", lambda: tomorrow)
        hub.told("event:a")
        assert list(hub._heard) == ["event:a"]

    with_hub(scenario)


class Client:
    """The other end of an ASGI connection, which reads when it likes."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.leaves = asyncio.Event()
        self.chunks: list[bytes] = []
        self.status = 0

    async def receive(self) -> Any:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        await self.reads.wait()
        self.chunks.append(message["body"])


def request(address: str, method: str = "GET", **headers: str) -> Any:
    path, _, query = address.partition("?")
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()],
    }


async def settle(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_a_client_that_does_not_read_gets_each_topic_once_when_it_does() -> None:
    async def scenario(hub: Hub) -> None:
        client = Client()
        serving = asyncio.create_task(
            stream(hub, request(stream_address("event:a")), client.receive, client.send)
        )
        await settle(lambda: client.status == 200)
        for _ in range(500):
            hub.told("event:a")
            await asyncio.sleep(0)
        client.reads.set()
        await settle(lambda: len(client.chunks) == 2)
        assert client.chunks[0].startswith(b"retry: ")
        assert client.chunks[1] == b"event: changed\ndata: event:a\n\n"
        client.leaves.set()
        await serving
        assert len(hub) == 0

    with_hub(scenario)


@pytest.mark.parametrize("method", ["POST", "HEAD"])
def test_a_stream_is_only_for_getting(method: str) -> None:
    async def scenario(hub: Hub) -> None:
        client = Client()
        client.reads.set()
        await stream(hub, request(stream_address("a"), method), client.receive, client.send)
        assert client.status == 405
        assert len(hub) == 0

    with_hub(scenario)
