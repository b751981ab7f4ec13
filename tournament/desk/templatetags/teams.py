"""What the movement's page says of teams."""

from collections.abc import Sequence

from django import template

from tournament.desk.team_words import Match, matches_of_round, quality_words
from tournament.events.models import Event, Round
from tournament.tables.selectors import movement_rounds

register = template.Library()


@register.simple_tag
def team_quality(event: Event, sentences: Sequence[str]) -> Sequence[str]:
    """Return the sentences about a movement, in an event of teams with what is to say of these."""
    return quality_words(event, movement_rounds(event), sentences)


@register.simple_tag
def team_matches(event: Event, playing: Round) -> list[Match]:
    """Return which teams meet at which tables in a round; none but in an event of teams."""
    return matches_of_round(playing) if event.movement == Event.Movement.TEAMS else []
