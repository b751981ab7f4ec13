"""Dates in French, where Django's own have no word between day and time."""

DATETIME_FORMAT = "j F Y à H:i"
