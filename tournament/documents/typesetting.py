"""The process that sets one document: a payload as JSON in, a PDF out. See `pdf.render`."""

import json
import sys
from pathlib import Path

import typst

TEMPLATES = Path(__file__).parent / "typst"


def main() -> None:
    payload = json.load(sys.stdin.buffer)
    pdf = typst.compile(
        TEMPLATES / f"{payload['template']}.typ",
        root=TEMPLATES,
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(payload["data"])},
        format="pdf",
        pdf_tags=payload["tagged"],
    )
    sys.stdout.buffer.write(pdf)


if __name__ == "__main__":
    main()
