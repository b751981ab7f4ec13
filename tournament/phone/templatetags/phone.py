"""What the templates of a table's pages say in words."""

from django import template

from tournament.phone import wording

register = template.Library()
register.filter("detail_words", wording.detail_words)
