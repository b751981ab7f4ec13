import pickle

import pytest

from engine.errors import EngineError, IllegalAction


def test_a_refusal_says_its_rule_its_sentence_and_its_parameters() -> None:
    error = IllegalAction("follow-suit", "you hold hearts: follow suit", suit="H")
    assert error.rule == "follow-suit"
    assert str(error) == "you hold hearts: follow suit"
    assert error.parameters == {"suit": "H"}
    assert isinstance(error, EngineError)


def test_a_refusal_survives_the_way_to_another_process() -> None:
    error = IllegalAction("follow-suit", "you hold hearts: follow suit", suit="H")
    with pytest.raises(IllegalAction) as caught:
        raise pickle.loads(pickle.dumps(error))
    assert str(caught.value) == str(error)
    assert caught.value.parameters == error.parameters
