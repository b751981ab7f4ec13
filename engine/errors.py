"""What the engine refuses, by name.

Every refusal carries a stable `rule` key and `parameters`, from which the site says it in the
reader's language; `str(error)` is one English sentence for logs and the command line.
"""


class EngineError(ValueError):
    """Base of every refusal. Anything else that leaves the engine is a bug."""

    def __init__(self, rule: str, message: str, **parameters: object) -> None:
        super().__init__(rule, message)
        self.rule = rule
        self.message = message
        self.parameters = parameters

    def __str__(self) -> str:
        return self.message


class IllegalAction(EngineError):
    """An action the rules forbid; the state it was tried on is unchanged."""


class BadRecord(EngineError):
    """A record, a deal or options that cannot be what they claim to be."""


class UnknownGame(EngineError):
    """No game has this key."""


class UnknownBot(EngineError):
    """No bot has this name, or the bot does not know the game."""


class UnattainableResult(EngineError):
    """A result entered by hand that no play of the game can give; the message says what can."""
