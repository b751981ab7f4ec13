"""Where `serve` listens, and what it says about it."""

import io
import ipaddress
import socket
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournament.operations.management.commands.serve import Command, _environment
from tournament.operations.serving import network
from tournament.push.addresses import printed_address, printed_address_remember


def said(reachable: list[str], port: int = 8000) -> str:
    command = Command(stdout=io.StringIO(), no_color=True)
    command.say_where(reachable, port)
    return str(command.stdout.getvalue())


def test_addresses_are_this_machines_and_can_be_reached_by_others() -> None:
    for address in network.lan_addresses():
        assert not ipaddress.IPv4Address(address).is_loopback
        with socket.socket() as listening:
            listening.bind((address, 0))


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "docker0")])
    assert network.lan_addresses() == []


def test_browsers_may_call_the_machine_by_address_and_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Club-Laptop")
    hosts = network.allowed_hosts(["192.168.1.5", "10.0.0.2"])
    assert hosts == [
        "localhost",
        "127.0.0.1",
        "192.168.1.5",
        "10.0.0.2",
        "club-laptop",
        "club-laptop.local",
    ]
    monkeypatch.setattr(socket, "gethostname", lambda: "mac.local")
    assert network.allowed_hosts([])[2:] == ["mac.local"]


def test_the_usual_port_of_the_web_is_not_written() -> None:
    assert network.site_url("192.168.1.5", 80) == "http://192.168.1.5"
    assert network.site_url("192.168.1.5", 8000) == "http://192.168.1.5:8000"


def test_it_says_where_phones_find_it(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    assert said(["192.168.1.5"]) == "Triplicate is at http://192.168.1.5:8000\n"
    assert "only this machine" in said([])


def test_an_address_in_the_environment_is_taken_as_it_is(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv("SITE_URL", "https://club.example/")
    assert "https://club.example\n" in said(["192.168.1.5"])


def test_the_site_answers_to_the_address_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setenv("SITE_URL", "http://triplicate.lan:8000")
    hosts = _environment(["192.168.1.5"], 8000)["ALLOWED_HOSTS"].split(",")
    assert {"triplicate.lan", "192.168.1.5", "localhost"} <= set(hosts)
    monkeypatch.delenv("SITE_URL")
    assert "" not in _environment([], 8000)["ALLOWED_HOSTS"].split(",")


def test_cards_printed_with_another_address_are_warned_of(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    assert printed_address() is None
    printed_address_remember("http://192.168.1.5:8000")
    assert "printed" not in said(["192.168.1.5"])
    assert "printed with http://192.168.1.5:8000" in said(["192.168.1.6"])
    printed_address_remember("http://192.168.1.6:8000")
    assert "printed" not in said(["192.168.1.6"])


@pytest.mark.django_db
@pytest.mark.parametrize("port", [70000, -1])
def test_a_port_that_cannot_be_is_refused(settings: Any, tmp_path: Path, port: int) -> None:
    settings.DATA_DIR = tmp_path
    with pytest.raises(CommandError, match="65535"):
        call_command("serve", local=True, port=port)


@pytest.mark.django_db
def test_an_address_of_another_machine_is_refused(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    with pytest.raises(CommandError, match=r"Cannot listen on 198\.51\.100\.7"):
        call_command("serve", host="198.51.100.7", port=0)
