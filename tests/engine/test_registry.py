import subprocess
import sys

import pytest

from engine.errors import UnknownGame
from engine.registry import game, keys


def test_com_on_is_registered() -> None:
    assert "comon" in keys()
    assert game("comon").name == "Com'on!"


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="no game is called 'chess'; known: comon") as caught:
        game("chess")
    assert caught.value.parameters == {"key": "chess"}


def test_a_game_is_imported_on_first_use() -> None:
    code = (
        "import sys; from engine.registry import game, keys; keys();"
        "assert 'engine.games.comon' not in sys.modules;"
        "game('comon'); assert 'engine.games.comon' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
