"""`python -m deals`: checks and converts files of deals, on any machine, without the site."""

import argparse
import sys
from pathlib import Path
from typing import Final, Literal

from .description import DescriptionError
from .formats import FORMS, Form, boards_read, boards_write, is_of_deals, pbn, records
from .formats.reasons import BoardsError, FormError
from .imported import ImportedSet
from .verification import failures, is_commitment, read_file

VERIFIED, ALTERED, MALFORMED = 0, 1, 2
# Written for `python -m engine`, and read by it alone.
RECORDS: Final = "records"
NO_SEAL = (
    "these are deals without their seal, so there is nothing to verify them by: take the file"
    " that has the set's key, “The deals with their key (JSON)” on the event's page;"
    " `convert` checks a file like this one"
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 if a board is not the sealed one, 2 for a bad file."""
    parser = argparse.ArgumentParser(prog="python -m deals")
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="check the boards of a published deal file")
    verify.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    verify.add_argument(
        "--commitment", default="", metavar="HEX", help="the commitment noted before play"
    )
    convert = commands.add_parser("convert", help="read a file of deals, and write it in a form")
    convert.add_argument("file", metavar="FILE", help="JSON, PBN or CSV; - for standard input")
    convert.add_argument(
        "to", metavar="TO", nargs="?", help="the file to write; without it only FILE is checked"
    )
    convert.add_argument(
        "--form",
        choices=(*FORMS, RECORDS),
        help="the form to write, where the name of TO does not say it; records are for the engine",
    )
    convert.add_argument(
        "--game", default="", metavar="KEY", help="the game, where FILE does not name it"
    )
    convert.add_argument(
        "--talon-as-hand",
        action="store_true",
        help="in PBN, give the fourth place the cards left over",
    )
    chosen = parser.parse_args(arguments)
    try:
        return _verify(chosen) if chosen.command == "verify" else _convert(chosen)
    except OSError as error:
        return _malformed(f"{error.filename!a}: {error.strerror}")
    except UnicodeDecodeError:
        return _malformed("the file is not UTF-8 text")
    except (DescriptionError, BoardsError, FormError) as error:
        return _malformed(str(error))


def _verify(chosen: argparse.Namespace) -> int:
    published = "".join(chosen.commitment.split()).lower()
    if chosen.commitment and not is_commitment(published):
        return _malformed("a commitment is 64 hexadecimal digits")
    content = _content(chosen.file)
    try:
        file = read_file(content.decode("utf-8-sig"))
    except (DescriptionError, UnicodeDecodeError):
        if is_of_deals(content):
            return _malformed(NO_SEAL)
        raise
    found = failures(file, published=published)
    verified = f"{file.description.boards} boards verified, commitment {file.commitment}"
    if isinstance(file.description, ImportedSet):
        verified += (
            f"\nimported before play from {file.description.source!a}, not drawn by the site"
        )
    print("\n".join(found) or verified)
    return ALTERED if found else VERIFIED


def _convert(chosen: argparse.Namespace) -> int:
    form, boards = boards_read(_content(chosen.file), game=chosen.game)
    if chosen.to is None and chosen.form is None:
        print(f"{len(boards.boards)} boards of {boards.game}, {form.upper()}: nothing is wrong")
        return VERIFIED
    target = chosen.to or "-"
    wanted: Form | Literal["records"] | None = chosen.form or _form_named(target)
    if wanted is None:
        return _malformed(f"say which form to write: --form {', '.join((*FORMS, RECORDS))}")
    if wanted == RECORDS:
        content = records.write(boards)
    elif wanted == "pbn":
        content = pbn.write(boards, with_talon=chosen.talon_as_hand)
    else:
        content = boards_write(boards, wanted)
    if target == "-":
        sys.stdout.buffer.write(content)
    else:
        Path(target).write_bytes(content)
    return VERIFIED


def _form_named(name: str) -> Form | None:
    ending = Path(name).suffix.removeprefix(".").lower()
    return next((form for form in FORMS if form == ending), None)


def _content(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _malformed(message: str) -> int:
    print(message, file=sys.stderr)
    return MALFORMED


if __name__ == "__main__":
    sys.exit(main())
