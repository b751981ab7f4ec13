"""The demo club: something to look at, and something to try, on a new installation."""

from django.utils.translation import gettext as _

from tournament.events.models import Event
from tournament.events.services import NewEntry
from tournament.leaderboard.services import event_publish
from tournament.players.models import Club
from tournament.standings.services import standings_compute
from tournament.tables.services import round_start

from .accounts import director_ensure
from .simulation import Evening, evening_event, play_board, round_play

# Names of no one; two of them have not agreed to be shown.
PEOPLE = (
    ("Amandine Rousseau", True),
    ("Bastien Léger", True),
    ("Camille Fontaine", True),
    ("Denis Œuvrard", True),
    ("Élodie Marchand", False),
    ("Farid Benali", True),
    ("Gaëlle Le Goff", True),
    ("Hugo Stern", True),
    ("Inès Carvalho", True),
    ("Joseph Nguyen", False),
    ("Katia Dimitrova", True),
    ("Léo Garcia", True),
)


def demo_create() -> bool:
    """Make the demo club unless the installation has a club already; return whether it did."""
    if Club.objects.exists():
        return False
    director = director_ensure()
    club = Club.objects.create(name="Les Trois Valets")
    names = [NewEntry(name, name_public) for name, name_public in PEOPLE]

    finished = Evening(12, 4, 3, seed="demo/finished", name=_("Opening evening"))
    event = evening_event(finished, club=club, director=director, names=names)
    for _round in range(finished.rounds):
        round_play(event, seed=finished.seed)
    event_publish(event=Event.objects.get(pk=event.pk))

    open_one = Evening(12, 4, 3, seed="demo/open", name=_("Club evening"))
    event = evening_event(open_one, club=club, director=director, names=names)
    playing = round_start(event=event)
    for play in playing.plays.order_by("board__number", "table__number")[:5]:
        play_board(play, seed=open_one.seed)
    standings_compute(event_id=event.pk)
    return True
