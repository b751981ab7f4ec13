"""`python -m deals verify FILE`: checks a published deal file, on any machine, without the site."""

import argparse
import sys
from pathlib import Path

from .description import DescriptionError
from .verification import failures, is_commitment, read_file

VERIFIED, ALTERED, MALFORMED = 0, 1, 2


def main(arguments: list[str] | None = None) -> int:
    """Print the verdict; 0 if all boards are the sealed ones, 1 if not, 2 for a bad file."""
    parser = argparse.ArgumentParser(prog="python -m deals")
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="check the boards of a published deal file")
    verify.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    verify.add_argument(
        "--commitment", default="", metavar="HEX", help="the commitment noted before play"
    )
    chosen = parser.parse_args(arguments)
    published = "".join(chosen.commitment.split()).lower()
    if chosen.commitment and not is_commitment(published):
        return _malformed("a commitment is 64 hexadecimal digits")
    try:
        file = read_file(_text(chosen.file))
    except OSError as error:
        return _malformed(f"{chosen.file!a}: {error.strerror}")
    except UnicodeDecodeError:
        return _malformed("the file is not UTF-8 text")
    except DescriptionError as error:
        return _malformed(str(error))
    found = failures(file, published=published)
    verified = f"{file.description.boards} boards verified, commitment {file.commitment}"
    print("\n".join(found) or verified)
    return ALTERED if found else VERIFIED


def _text(name: str) -> str:
    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return content.decode("utf-8-sig")


def _malformed(message: str) -> int:
    print(message, file=sys.stderr)
    return MALFORMED


if __name__ == "__main__":
    sys.exit(main())
