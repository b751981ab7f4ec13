"""What the log of prints says."""

from django import template

from tournament.documents.print_words import print_words

register = template.Library()
register.filter(print_words)
