"""What was asked for last, up to so many bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    @property
    def size(self) -> int:
        """Bytes."""


Name = TypeVar("Name", bound=Hashable)
Thing = TypeVar("Thing", bound=Sized)


class Shelf(Generic[Name, Thing]):
    """Keeps things under names, for any thread; what was asked for longest ago makes room."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._things: OrderedDict[Name, Thing] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Name) -> Thing | None:
        with self._lock:
            if name in self._things:
                self._things.move_to_end(name)
            return self._things.get(name)

    def put(self, name: Name, thing: Thing) -> None:
        with self._lock:
            if (former := self._things.pop(name, None)) is not None:
                self._size -= former.size
            self._things[name] = thing
            self._size += thing.size
            while self._size > self._most:
                _name, oldest = self._things.popitem(last=False)
                self._size -= oldest.size

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
            self._size = 0
