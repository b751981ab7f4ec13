"""One line of a USEBIO traveller: what each side scored there, and what the file gave for it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournament.rules.scores import Average, Score

PASSED_OUT = (0, 0)
NOT_PLAYED = "not played"


@dataclass(frozen=True, slots=True)
class Line:
    """A result at one table.

    `score` is as the file has it. `scores` are those of North–South and East–West, each as seen
    by the side; None where they cannot be told, and then `why` says why. `points` are what the
    file gives the sides. A line `is_blank` when it has points but no word of what happened: some
    programs write a passed-out board like that.
    """

    session: str
    section: str
    board: str
    pairs: tuple[str, str]
    score: str
    scores: tuple[Score, Score] | None
    points: tuple[Fraction | None, Fraction | None]
    why: str = ""
    is_blank: bool = False

    @property
    def is_made(self) -> bool:
        """Whether a side has a score that was made at the table, and is compared."""
        return self.scores is not None and any(isinstance(score, int) for score in self.scores)


class _NotTold(Exception):
    """Why a line's scores cannot be told."""


def line_read(texts: Mapping[str, str], session: str, section: str, board: str) -> Line:
    """Return the line that has these elements, by name; nothing in them makes it fail."""
    score = texts.get("ARTIFICIAL_SCORE") or texts.get("SCORE", "")
    ns, ew = texts.get("NS_SCORE", ""), texts.get("EW_SCORE", "")
    contract = texts.get("CONTRACT", "")
    points = _points(texts.get("NS_MATCH_POINTS", "")), _points(texts.get("EW_MATCH_POINTS", ""))
    has_points = points != (None, None)
    scores: tuple[Score, Score] | None = None
    why = "" if has_points else "no match points in the file"
    try:
        if (ns and ew) or (not score and (ns or ew)):
            score = f"{ns}:{ew}"
            scores = _by_side(ns, ew)
        else:
            scores = _told(score, contract)
    except _NotTold as not_told:
        why = str(not_told)
    is_blank = not score and not contract
    if is_blank and not has_points:
        why = NOT_PLAYED
    return Line(
        session=session,
        section=section,
        board=board.lstrip("0") or board,
        pairs=(texts.get("NS_PAIR_NUMBER", ""), texts.get("EW_PAIR_NUMBER", "")),
        score=score or contract,
        scores=scores,
        points=points,
        why=why,
        is_blank=is_blank and has_points,
    )


_WHOLE = re.compile(r"[+-]?[0-9]{1,5}(?:[.,]0+)?")
_PASSES = {"PASS", "PASSED", "PASSOUT", "PASSEDOUT", "ALLPASS", "ALLPASSED", "APASS", "PO", "P"}
_UNPLAYED = {"NP", "NOTPLAYED", "NOPLAY", "UNPLAYED", "BYE", "SITOUT", "PHANTOM", "LATE"}
_ADJUSTED = {"ADJ", "ADJUSTED", "ADJUST", "W", "WEIGHTED"}


def _told(score: str, contract: str) -> tuple[Score, Score]:
    """The scores; where the score is blank or 0, the contract says first what that means."""
    word = _word(score)
    if not word or (_WHOLE.fullmatch(word) and not _whole(word)):
        said = _in_words(_word(contract))
        if said is not None:
            return said
    if not word:
        raise _NotTold("no score")
    if _WHOLE.fullmatch(word):
        return _whole(word), -_whole(word)
    said = _in_words(word)
    if said is None:
        raise _NotTold(f"unknown score {short(score)}")
    return said


def _in_words(word: str) -> tuple[Score, Score] | None:
    letters = re.sub("[^A-Z]", "", word)
    if letters in _UNPLAYED:
        raise _NotTold(NOT_PLAYED)
    if letters in _PASSES:
        return PASSED_OUT
    if letters in _ADJUSTED:
        raise _NotTold("adjusted, but the line does not say to what")
    percents = _percents(word)
    return None if percents is None else (_average(percents[0]), _average(percents[1]))


def _by_side(ns: str, ew: str) -> tuple[Score, Score]:
    """Two scores, each as its side sees it; where one is blank it is the other's opposite."""
    words = [_word(ns), _word(ew)]
    if all(_WHOLE.fullmatch(word) for word in words if word):
        made = _whole(words[0]) if words[0] else -_whole(words[1])
        return made, _whole(words[1]) if words[1] else -made
    sides: list[Score] = []
    for word in words:
        if _WHOLE.fullmatch(word):
            sides.append(_whole(word))
        else:
            percents = _percents(f"{word}/{word}")
            if percents is None:
                raise _NotTold(f"unknown score {short(f'{ns} : {ew}')}")
            sides.append(_average(percents[0]))
    return sides[0], sides[1]


_AVERAGE = "A(?:V|VE|VG|VERAGE)?"
_TWO_SHARES = re.compile(r"A?([0-9]{1,3})[/:,&-]A?([0-9]{1,3})|A([0-9]{2})([0-9]{2})")
_TWO_SIGNS = re.compile(
    f"{_AVERAGE}([+=-]?)[/:,&]?{_AVERAGE}([+=-]?)|{_AVERAGE}([+=-])[/:,&]?([+=-])"
)
_ONE_SHARE = re.compile(f"A([0-9]{{1,3}})|([0-9]{{1,3}})%|{_AVERAGE}([+=-]?)")
_BY_SIGN = {"+": 60, "-": 40, "=": 50, "": 50}


def _percents(word: str) -> tuple[int, int] | None:
    """The two sides' shares of the top, in "A60/40", "A6040", "60%-40%", "A+/A-" or "AVE"."""
    two = _TWO_SHARES.fullmatch(word.replace("%", ""))
    if two:
        first, second = (int(share) for share in two.groups() if share is not None)
        return (first, second) if first <= 100 and second <= 100 else None
    signs = _TWO_SIGNS.fullmatch(word)
    if signs:
        return _BY_SIGN[signs[1] or signs[3] or ""], _BY_SIGN[signs[2] or signs[4] or ""]
    one = _ONE_SHARE.fullmatch(word)
    if one is None:
        return None
    share = one[1] or one[2]
    percent = int(share) if share else _BY_SIGN[one[3]]
    if percent != 50:
        raise _NotTold("adjusted, but the line does not say what the other side has")
    return 50, 50


def _average(percent: int) -> Average:
    if percent not in {40, 50, 60}:
        raise _NotTold(f"adjusted to {percent} %, which we never give")
    return Average(percent, fixed=True)


def _whole(word: str) -> int:
    return int(Fraction(word.replace(",", ".")))


def _points(text: str) -> Fraction | None:
    """Points as a number; None for anything else, and for the −9999 of a phantom pair."""
    word = _word(text)
    if not re.fullmatch(r"[+-]?[0-9]{1,6}(?:[.,][0-9]{0,15})?", word):
        return None
    points = Fraction(word.replace(",", ".").rstrip("."))
    return None if points <= -1000 else points


def _word(text: str) -> str:
    word = re.sub(r"\s", "", text).upper().replace("PLUS", "+").replace("MINUS", "-")
    return re.sub("[−–‐‑]", "-", word)


def short(text: str) -> str:
    """The text as one short word of a table: a file may hold anything."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown if len(shown) <= 16 else f"{shown[:15]}…"
