"""The engine's fast parts: one file each, compiled where there is a C compiler, else interpreted.

Such a file is plain Python. Beside it lies a `.pxd` of the same name, the types with which Cython
compiles it; both ways give the same results. What was compiled is kept under a name that holds the
hash of all it was made from and for, so that it is never used with a newer source, by another
Python, or on a processor that lacks what it uses: then the source itself runs, until
`python -m engine compile` has been called again.
"""

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

# All that are worth compiling.
MODULES = ("engine.kernel.playouts", "engine.solver.search")
BUILT = Path(__file__).parent / "build"

_ROOT = Path(__file__).parents[1]
# Nothing is checked at run time: the sources keep within their arrays, which the tests see to by
# running them as Python. The types are those of the .pxd, not the annotations.
_DIRECTIVES = (
    "annotation_typing=False",
    "boundscheck=False",
    "wraparound=False",
    "initializedcheck=False",
    "cdivision=True",
)
_FLAGS = ("-O3", "-fPIC")
# What the processor of this machine may count and find bits with, by its name in /proc/cpuinfo.
_BIT_FLAGS = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2"}
_SHARED = ("-shared",) if sys.platform != "darwin" else ("-bundle", "-undefined", "dynamic_lookup")


class NotCompiled(Exception):
    """Why this machine cannot compile a module: a clause for a person to read."""


def compiled(name: str, *, root: Path = _ROOT, built: Path = BUILT) -> ModuleType | None:
    """The compiled form of exactly this module's present source, or None if there is none."""
    path = _target(name, root, built)
    if not path.exists():
        return None
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    if spec is None or spec.loader is None:
        return None
    try:
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError:  # made on another system, and copied here
        return None
    return module


def build(name: str, *, root: Path = _ROOT, built: Path = BUILT) -> bool:
    """Compile a module unless its present source is; whether there was anything to do.

    NotCompiled if it cannot be done here; nothing has changed then. What older sources had left is
    removed.
    """
    if compiled(name, root=root, built=built):
        return False
    target = _target(name, root, built)
    compiler = _compiler()
    include = _include()
    if find_spec("Cython") is None:
        raise NotCompiled("Cython is not installed")
    source, _ = _sources(name, root)
    cython = [sys.executable, "-m", "cython", "-3", "--module-name", name]
    cython += [word for directive in _DIRECTIVES for word in ("-X", directive)]
    try:
        built.mkdir(parents=True, exist_ok=True)
        # Made aside and moved into place: others may be starting, or compiling, at this moment.
        with TemporaryDirectory(dir=built) as folder:
            c, made = f"{folder}/module.c", f"{folder}/module.so"
            _run([*cython, "-o", c, str(source)])
            _run([*compiler, *_FLAGS, *_processor(), *_SHARED, "-I", include, c, "-o", made])
            Path(made).replace(target)
        for old in built.glob(f"{name}.*{EXTENSION_SUFFIXES[0]}"):
            if old != target:
                old.unlink(missing_ok=True)
    except OSError as error:
        raise NotCompiled(f"{error.strerror}: {error.filename}") from error
    return True


def _target(name: str, root: Path, built: Path) -> Path:
    made_from = sha256(repr((_DIRECTIVES, _FLAGS, _processor())).encode())
    for source in _sources(name, root):
        made_from.update(source.read_bytes())
    return built / f"{name}.{made_from.hexdigest()[:24]}{EXTENSION_SUFFIXES[0]}"


@cache
def _processor() -> tuple[str, ...]:
    """The flags for this processor; part of the name, as another one may lack what they use."""
    if platform.machine() != "x86_64":
        return ()
    try:
        info = Path("/proc/cpuinfo").read_text()
    except FileNotFoundError:  # not Linux
        return ()
    known = next((set(line.split()) for line in info.splitlines() if line[:5] == "flags"), set())
    return tuple(flag for name, flag in _BIT_FLAGS.items() if name in known)


def _sources(name: str, root: Path) -> tuple[Path, Path]:
    path = root.joinpath(*name.split("."))
    return path.with_suffix(".py"), path.with_suffix(".pxd")


def _compiler() -> list[str]:
    """The command of a C compiler: the environment's, the one Python was made with, or `cc`."""
    for command in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc"):
        words = shlex.split(command or "")
        if words and shutil.which(words[0]):
            return words
    raise NotCompiled("there is no C compiler here")


def _include() -> str:
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").exists():
        raise NotCompiled(f"Python's headers are not installed ({include}/Python.h)")
    return include


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise NotCompiled(f"{Path(command[0]).name} failed: {lines[-1].strip()}")
