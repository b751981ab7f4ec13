"""The analysis on the director's board."""

from django import template

from tournament.analysis.selectors import Stage, analysis_progress
from tournament.events.models import Event

register = template.Library()


@register.inclusion_tag("desk/_analysis_panel.html", takes_context=True)
def analysis_panel(context: dict[str, object], event: Event) -> dict[str, object]:
    """Show how far the analysis is, once there is a board to analyse."""
    progress = analysis_progress(event)
    if progress.stage is Stage.NONE:
        return {}
    return {"event": event, "progress": progress, "csrf_token": context.get("csrf_token")}
