"""What is compiled is never used with another source, and what cannot be compiled still runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.compiling import MODULES, NotCompiled, build, compiled

ROOT = Path(__file__).resolve().parents[2]
SOURCE = '''"""A small part."""

def double(number: int) -> int:
    return _twice(number)

def _twice(number: int) -> int:
    return number * 2
'''
TYPES = "cpdef int double(int number) noexcept\ncdef int _twice(int number) noexcept\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with a package of one part, `small.part`."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "part.py").write_text(SOURCE)
    (folder / "part.pxd").write_text(TYPES)
    return tmp_path


def made(root: Path) -> list[Path]:
    return sorted((root / "built").iterdir())


def test_a_part_is_compiled_once_and_again_when_it_changes(root: Path) -> None:
    built = root / "built"
    assert compiled("small.part", root=root, built=built) is None
    try:
        assert build("small.part", root=root, built=built)
    except NotCompiled as reason:
        pytest.skip(str(reason))
    part = compiled("small.part", root=root, built=built)
    assert part is not None
    assert part.double(21) == 42
    assert not hasattr(part, "_twice")
    assert not build("small.part", root=root, built=built)
    [first] = made(root)

    (root / "small" / "part.py").write_text(SOURCE.replace("* 2", "* 3"))
    assert compiled("small.part", root=root, built=built) is None
    assert build("small.part", root=root, built=built)
    [second] = made(root)
    assert first != second

    (root / "small" / "part.pxd").write_text(TYPES + "# other types\n")
    assert compiled("small.part", root=root, built=built) is None


def test_what_does_not_load_here_is_not_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = root / "foreign-compiler"
    foreign.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho foreign > "$2"\n')
    foreign.chmod(0o755)
    monkeypatch.setenv("CC", str(foreign))
    try:
        assert build("small.part", root=root, built=root / "built")
    except NotCompiled as reason:
        pytest.skip(str(reason))
    assert len(made(root)) == 1
    assert compiled("small.part", root=root, built=root / "built") is None


def test_without_a_compiler_it_says_so(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root))
    monkeypatch.setenv("CC", "nonesuch")
    with pytest.raises(NotCompiled, match="no C compiler"):
        build("small.part", root=root, built=root / "built")


def test_a_compiler_that_fails_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "false")
    with pytest.raises(NotCompiled):
        build("small.part", root=root, built=root / "built")
    assert not (root / "built").exists() or made(root) == []


def test_a_folder_that_cannot_be_written_is_no_fault(root: Path) -> None:
    (root / "built").touch()
    with pytest.raises(NotCompiled):
        build("small.part", root=root, built=root / "built")


def test_the_parts_are_there_with_their_types() -> None:
    for name in MODULES:
        path = ROOT.joinpath(*name.split("."))
        assert path.with_suffix(".py").exists()
        assert path.with_suffix(".pxd").exists()


@pytest.mark.parametrize("command", ["compile", "bench"])
def test_everything_works_without_a_compiler_and_without_cython(
    command: str, tmp_path: Path
) -> None:
    """A copy of the engine alone, run by a Python that has no packages and finds no compiler."""
    subprocess.run(["cp", "-r", str(ROOT / "engine"), str(tmp_path / "engine")], check=True)
    subprocess.run(["rm", "-rf", str(tmp_path / "engine" / "build")], check=True)
    options = ["--seconds", "0.05"] if command == "bench" else []
    bare = "import sys; sys.path.insert(0, sys.argv.pop(1)); from engine.__main__ import main; "
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"{bare}sys.exit(main())", tmp_path, command, *options],
        capture_output=True,
        text=True,
        env={key: value for key, value in os.environ.items() if key != "CC"} | {"PATH": ""},
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    reasons = {"compile": "interpreted, as there is no C compiler", "bench": "interpreted kernel"}
    assert reasons[command] in done.stdout
