"""Lists of teams as people have them: pasted, or a CSV file of a spreadsheet program.

A line is a team: its name, then its players, perhaps after a colon. Lines of one name are one team,
so that a line may also be a single player beside the team's name. A heading is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.services import PLAYERS_MOST
from tournament.players.services import name_clean

from .csv_files import Row, heading_key, rows_in_columns, text_checked, text_of_file
from .player_lists import BYTES_MOST

_TEAM = frozenset({"team", "team_name", "equipe", "nom_de_l_equipe", "nom_equipe"})


@dataclass(slots=True)
class ListedTeam:
    """A team of a list, its names as they would be stored."""

    name: str
    members: list[str] = field(default_factory=list)


def read_teams(text: str) -> list[ListedTeam]:
    """Return the teams of a pasted list, cells apart by `;`, tab or `,`. Raises Refused."""
    if len(text) > BYTES_MOST:
        raise Refused(_("The text is too long to be a list of teams."))
    rows = rows_in_columns(text_checked(text))
    if not rows:
        raise Refused(
            _("Write one team a line: its name and its players, with semicolons between them.")
        )
    return _teams(rows)


def text_of_upload(content: bytes) -> str:
    """Return the text of a file in UTF-8 or cp1252. Raises Refused."""
    if len(content) > BYTES_MOST:
        raise Refused(
            _("The file is larger than %(most)d kB: it is hardly a list of teams.")
            % {"most": BYTES_MOST // 1000}
        )
    return text_of_file(content)


def _colons_apart(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows with the team apart from its first player, where all write “Reds: Anne”."""
    parted = [(line, [*cells[0].split(":", 1), *cells[1:]]) for line, cells in rows]
    if all(":" in cells[0] for _line, cells in rows) and all(
        cells[0].strip() and cells[1].strip() for _line, cells in parted
    ):
        return parted
    return rows


def _teams(rows: Sequence[Row]) -> list[ListedTeam]:
    if heading_key(rows[0][1][0]) in _TEAM:
        rows = rows[1:]
    rows = _colons_apart(rows)
    teams: dict[str, ListedTeam] = {}
    for line, cells in rows:
        try:
            name = name_clean(cells[0])
            members = [name_clean(cell) for cell in cells[1:] if cell]
        except Refused as error:
            words = _("Line %(line)d: %(reason)s")
            raise Refused(words % {"line": line, "reason": error.message}) from error
        if not members:
            raise Refused(
                _("Line %(line)d: there is only one name. Write a team, then its players.")
                % {"line": line}
            )
        teams.setdefault(name.casefold(), ListedTeam(name)).members += members
    if not teams:
        raise Refused(_("There is no team in this list."))
    if sum(len(team.members) for team in teams.values()) > PLAYERS_MOST:
        raise Refused(
            _("This list has more than %(most)d players: that is more than a tournament takes.")
            % {"most": PLAYERS_MOST}
        )
    return list(teams.values())
