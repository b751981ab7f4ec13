"""The bot called "random": any legal action, each as likely as the others."""

from hashlib import sha256

from engine.bots.asking import need_choice
from engine.protocol import View


class Chance:
    """Chooses by a hash of the seed and of how many cards each hand holds.

    So one seed may serve a whole deal, and no version of Python changes a choice.
    """

    def choose(self, view: View, seed: int) -> str:
        need_choice(view)
        moment = f"{seed}/{view.seat}/{view.counts['cards']}"
        number = int.from_bytes(sha256(moment.encode()).digest(), "big")
        return view.legal[number % len(view.legal)]
