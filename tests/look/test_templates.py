"""Rules that hold for every template of the product, whoever wrote it."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.test import RequestFactory
from django.utils import translation

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted(
    path
    for folder in (ROOT / "templates", ROOT / "tournament", ROOT / "deals")
    for path in folder.rglob("*.html")
)
NAMES = [str(path.relative_to(ROOT)) for path in TEMPLATES]
ERRORS = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"]


def source(name: str) -> str:
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(r"{% comment %}.*?{% endcomment %}|{#.*?#}", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("name", NAMES)
class TestContentSecurityPolicy:
    """The policy refuses all of these in the browser, silently for whoever does not look."""

    def test_no_inline_style(self, name: str) -> None:
        assert not re.findall(r"<style\b|\sstyle\s*=", source(name))

    def test_no_inline_script(self, name: str) -> None:
        scripts = re.findall(r"<script\b([^>]*)>", source(name))
        # Data for a script is not a script.
        assert [s for s in scripts if "src=" not in s and 'type="application/json"' not in s] == []

    def test_no_inline_handler(self, name: str) -> None:
        assert not re.findall(r"<[^>]*\s(?:on[a-z]+|hx-on[:\w-]*)\s*=", source(name))
        assert "javascript:" not in source(name)

    def test_no_htmx_attribute_that_needs_eval(self, name: str) -> None:
        assert not re.findall(r"hx-(?:vals|headers|vars|request)=[\"']js:", source(name))
        assert not re.findall(r"hx-trigger=\"[^\"]*\[", source(name))
        assert not re.findall(r"morph:\{", source(name))

    def test_nothing_is_loaded_from_another_site(self, name: str) -> None:
        assert not re.findall(r"(?:src|href|action)=[\"']https?://", source(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_static_file_that_is_named_exists(name: str) -> None:
    named = re.findall(r"{% static ['\"]([^'\"]+)['\"]", source(name))
    assert [path for path in named if finders.find(path) is None] == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ERRORS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_error_pages_are_whole_pages(name: str, language: str, rf: RequestFactory) -> None:
    with translation.override(language):
        page = get_template(name).render({}, rf.get("/somewhere/"))
    assert f'<html lang="{language}">' in page
    assert page.count("<h1>") == 1
    assert '<meta name="robots" content="noindex">' in page


def test_the_page_for_a_broken_server_needs_no_request() -> None:
    assert "<h1>" in get_template("500.html").render()
