"""Playing a board of a past event against bots, to see how one would have done in its field."""
