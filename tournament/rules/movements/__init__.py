"""Movements for three: who meets whom, where, in which seat (see docs/movements.md)."""

from tournament.rules.movements.matrices import Matrices, matrices
from tournament.rules.movements.planning import plan
from tournament.rules.movements.quality import Quality, quality
from tournament.rules.movements.shapes import RoundPlan, TablePlan
from tournament.rules.movements.standing import plan_standing
from tournament.rules.movements.teams import plan_teams

__all__ = [
    "Matrices",
    "Quality",
    "RoundPlan",
    "TablePlan",
    "matrices",
    "plan",
    "plan_standing",
    "plan_teams",
    "quality",
]
