"""Whose real name a reason must not tell in public, and what stands for it."""

from django.utils.translation import gettext as _

from tournament.events.selectors import entry_public_name
from tournament.live.selectors import substitutes_named
from tournament.rulings.selectors import entries_ever, substitutes_of_event


def names_replaced(event_id: int) -> dict[str, str]:
    """Return what stands in public for withheld names, by the real names of all who played.

    Also of those who became one with another entry, and as they were spelt before.
    """
    withheld = [each for each in entries_ever(event_id) if not each.player.name_public]
    # What stands for a name hides nothing by itself, and its words are others' too.
    former = {
        name: public
        for entry in withheld
        for name in entry.player.former_names
        if name != (public := entry_public_name(entry))
    }
    players = {entry.player.name: entry_public_name(entry) for entry in withheld}
    others = substitutes_of_event(event_id).filter(name_public=False)
    hidden = {name for each in others for name in (each.name, *each.former_names)}
    hidden |= substitutes_named(event_id)
    return dict.fromkeys(hidden, _("A substitute")) | former | players
