"""What a PDF says and looks like, by poppler's command-line tools."""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

A4_MM = (210, 297)


@dataclass(frozen=True)
class Picture:
    """A page in greys; `dots` to the millimetre."""

    width: int
    height: int
    pixels: bytes
    dots: int

    def dark(self, x_mm: float, y_mm: float) -> bool:
        """Whether there is ink within a tenth of a millimetre of this spot."""
        x, y = round(x_mm * self.dots), round(y_mm * self.dots)
        return any(
            self.pixels[row * self.width + column] < 200
            for row in range(max(y - 1, 0), min(y + 2, self.height))
            for column in range(max(x - 1, 0), min(x + 2, self.width))
        )

    def cropped(self, left: int, top: int, right: int, bottom: int) -> bytes:
        """The pixels between these millimetres, row by row."""
        return b"".join(
            self.pixels[row * self.width + left * self.dots : row * self.width + right * self.dots]
            for row in range(top * self.dots, bottom * self.dots)
        )


def text(pdf: bytes, *, page: int | None = None) -> str:
    """The text layer of all pages or of one, with runs of blanks as one blank."""
    options = [] if page is None else ["-f", str(page), "-l", str(page)]
    found = _run(["pdftotext", "-raw", *options, "-", "-"], pdf).decode()
    return "\n".join(" ".join(line.split()) for line in found.splitlines() if line.strip())


def fonts(pdf: bytes) -> dict[str, bool]:
    """The fonts by name (without the subset's prefix), and whether each is embedded."""
    lines = _run_on_file(["pdffonts"], pdf).decode().splitlines()[2:]
    return {line.split()[0].partition("+")[2]: line.split()[-5] == "yes" for line in lines}


def page_sizes(pdf: bytes) -> set[str]:
    """The sizes of the pages as poppler names them, such as `595.276 x 841.89 pts (A4)`."""
    return set(
        re.findall(r"Page.*size:\s+(.*)", _run_on_file(["pdfinfo", "-l", "9999"], pdf).decode())
    )


def pages(pdf: bytes) -> int:
    """The number of pages."""
    found = re.search(r"Pages:\s+(\d+)", _run_on_file(["pdfinfo"], pdf).decode())
    assert found
    return int(found[1])


def picture(pdf: bytes, *, page: int = 1, dots: int = 10) -> Picture:
    """The page as it is seen, `dots` to the millimetre."""
    resolution = str(dots * 25.4)
    command = ["pdftoppm", "-r", resolution, "-gray", "-f", str(page), "-l", str(page)]
    raw = _run(command, pdf)
    head = re.match(rb"P5\n(\d+) (\d+)\n255\n", raw)
    assert head
    return Picture(int(head[1]), int(head[2]), raw[head.end() :], dots)


def _run(command: list[str], given: bytes) -> bytes:
    if shutil.which(command[0]) is None:
        raise RuntimeError(f"{command[0]} is missing: install poppler-utils to test the PDFs")
    return subprocess.run(command, input=given, capture_output=True, check=True).stdout


def _run_on_file(command: list[str], pdf: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        path.write_bytes(pdf)
        return _run([*command, str(path)], b"")
