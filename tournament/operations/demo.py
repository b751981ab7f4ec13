"""The demo club: something to look at, and something to try, on a new installation."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.events.models import Event, Round
from tournament.events.services import NewEntry
from tournament.leaderboard.services import event_publish
from tournament.live.models import LiveDeal
from tournament.players.models import Club
from tournament.results.models import Result, Submission, Verdict
from tournament.standings.services import standings_compute
from tournament.tables.services import round_start

from .accounts import director_ensure
from .simulation import Evening, evening_event, play_board, round_play
from .terminal import terminal_language

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

IN_BROWSER = (0, 2)
BOARD_LASTS = timedelta(minutes=11)
MOVING_LASTS = timedelta(minutes=5)


def demo_create() -> bool:
    """Make the demo club unless the installation has a club already; return whether it did."""
    if Club.objects.exists():
        return False
    # The club is a French one: its evenings have French names unless the machine speaks English.
    with override(terminal_language(default="fr")):
        opening, usual = _("Opening evening"), _("Club evening")
    director = director_ensure()
    club = Club.objects.create(name="Les Trois Valets")
    names = [NewEntry(name, name_public) for name, name_public in PEOPLE]

    # In two rounds the first board is played in the browser: there is something to replay.
    finished = Evening(
        12, 4, 3, seed="demo/finished", name=opening, play_mode=Event.PlayMode.CHOICE
    )
    event = evening_event(finished, club=club, director=director, names=names)
    for number in range(finished.rounds):
        round_play(event, seed=finished.seed, in_browser=int(number in IN_BROWSER))
    _date_as_played(event)
    event_publish(event=Event.objects.get(pk=event.pk))

    open_one = Evening(12, 4, 3, seed="demo/open", name=usual)
    event = evening_event(open_one, club=club, director=director, names=names)
    playing = round_start(event=event)
    for play in playing.plays.order_by("board__number", "table__number")[:5]:
        play_board(play, seed=open_one.seed)
    _date_as_played(event)
    standings_compute(event_id=event.pk)
    return True


def _date_as_played(event: Event) -> None:
    """Date what bots did at once like an evening of people, who take their time over a board."""
    rounds = list(
        Round.objects.filter(session__event=event).exclude(started_at=None).order_by("number")
    )
    round_lasts = BOARD_LASTS * event.boards_per_round + MOVING_LASTS
    begun = timezone.now() - round_lasts * len(rounds)
    for playing in rounds:
        boards = list(playing.boards.order_by("number").values_list("pk", flat=True))
        for play in playing.plays.select_related("table"):
            played = BOARD_LASTS * (boards.index(play.board_id) + 1)
            at = begun + played - timedelta(seconds=23 * play.table.number)
            confirmed_at = at + timedelta(seconds=15)
            Submission.objects.filter(play=play).update(at=at)
            Verdict.objects.filter(submission__play=play).update(at=confirmed_at)
            Result.objects.filter(play=play).update(confirmed_at=confirmed_at)
            LiveDeal.objects.filter(play=play).update(started_at=at - BOARD_LASTS, finished_at=at)
        closed_at = begun + round_lasts if playing.closed_at else None
        Round.objects.filter(pk=playing.pk).update(
            called_at=begun, started_at=begun, closed_at=closed_at
        )
        begun += round_lasts
