"""Answers to what reaches no view."""

from django.http import HttpRequest, HttpResponseBadRequest
from django.template.loader import render_to_string


def bad_request(_request: HttpRequest, exception: Exception) -> HttpResponseBadRequest:
    """A request that cannot be read; nothing of it is looked at again."""
    del exception  # Django names it
    return HttpResponseBadRequest(render_to_string("400.html"))
