"""Where this machine can be reached on its local network. Nothing here sends a packet."""

import fcntl
import socket
import struct
import sys

# Interfaces that lead to containers, virtual machines and tunnels, not to the phones in the hall.
_INNER = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "tun", "tap", "wg", "utun", "tailscale")
_SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
# Of an address kept for documentation; connecting a datagram socket to it only asks for the route.
_ELSEWHERE = ("198.51.100.1", 9)


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses that others can reach, the one most likely meant first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(_INNER):
                continue
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, request)
            except OSError:
                continue  # an interface without an IPv4 address
            found.append(socket.inet_ntoa(answer[20:24]))
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            towards_others = ""  # no route beyond the local network, as on a phone's hotspot
        else:
            towards_others = probe.getsockname()[0]
    return sorted(
        (a for a in dict.fromkeys(found) if not a.startswith("127.")),
        key=lambda address: address != towards_others,
    )


def allowed_hosts(addresses: list[str]) -> list[str]:
    """Return the names by which browsers may call this machine: itself, by name, by address."""
    name = socket.gethostname().lower()
    names = [name, name if name.endswith(".local") else f"{name}.local"]
    return list(dict.fromkeys(["localhost", "127.0.0.1", *addresses, *names]))


def site_url(host: str, port: int) -> str:
    """Return the address of the site at `host`."""
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"
