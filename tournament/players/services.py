"""Everything that writes players."""

import unicodedata

from django.utils.translation import gettext as _

from tournament.errors import Refused

from .models import Club, Player

NAME_LENGTH = 80
# Letters that Unicode does not take apart, where the languages around sort them.
SORTED_AS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})


def text_clean(text: str) -> str:
    """Return what a person typed as it is stored: composed, single blanks, nothing else unseen.

    Letters of every script stay; what only steers their display (line ends, changes of direction)
    goes, since a name or a reason must not rearrange the page around it. Empty when nothing would
    be seen.
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(
        " " if unicodedata.category(letter) in {"Cc", "Zl", "Zp", "Zs"} else letter
        for letter in composed
        # Zero-width joiners (Cf) are letters' business in some scripts; the others are not.
        if unicodedata.category(letter) not in {"Cf", "Cs", "Cn"} or letter in "\u200c\u200d"
    )
    cleaned = " ".join(visible.split())
    return cleaned if cleaned.strip("\u200c\u200d ") else ""


def name_clean(name: str) -> str:
    """Return `name` as it is stored: see text_clean.

    Raises Refused when nothing is left or the name is longer than NAME_LENGTH.
    """
    cleaned = text_clean(name)
    if not cleaned:
        raise Refused(_("Give a name."))
    if len(cleaned) > NAME_LENGTH:
        raise Refused(
            _("The name “%(name)s…” is longer than %(most)d characters: shorten it.")
            % {"name": cleaned[:20], "most": NAME_LENGTH}
        )
    return cleaned


def name_sort_key(name: str) -> str:
    """Return the key by which names sort: É with E, Œ with OE, capitals with small letters."""
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(SORTED_AS))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def player_create(*, club: Club, name: str, name_public: bool) -> Player:
    """Return a new player of the club. Raises Refused when the name cannot be stored."""
    player = Player(club=club, name=name_clean(name), name_public=name_public)
    player.full_clean()
    player.save()
    return player


def player_update(*, player: Player, name: str, name_public: bool) -> bool:
    """Correct a name or what the player agreed to; return whether anything changed."""
    cleaned = name_clean(name)
    if (player.name, player.name_public) == (cleaned, name_public):
        return False
    if player.name not in {cleaned, *player.former_names}:
        player.former_names = [*player.former_names, player.name]
    player.name, player.name_public = cleaned, name_public
    player.full_clean()
    player.save(update_fields=["name", "name_public", "former_names"])
    return True
