"""How long every page of every role takes to its first byte, on a running floor.

    python -m benchmarks.pages [--address http://localhost:8000] [--times 9] [--slowest 25]

Without an address it starts a floor of its own with the demo and its simulated dealers. It signs in
as one person of each role, follows every link of ours that their pages show, keeps one page of each
shape (`/tables/7/` and `/tables/8/` are one), and asks each of them so many times, all in turn, so
that no page has the quiet minute for itself. Beside them stands the health page, which does
nothing. It ends with 1 when the median of a page is over the aim.
"""

import argparse
import http.client
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

AIM_MS = 300.0
NOTHING, DESK = "/healthz", "/sign-in/desk/"
PASSWORD, CODE = "lantern-and-tiles", "246810"
ROLES = {
    "dealer": "D103",
    "floorperson": "F204",
    "pit manager": "P302",
    "surveillance": "S402",
    "security": "X502",
    "cashier": "C601",
    "compliance": "K701",
    "administrator": "A801",
    "regulator": "R901",
}
LINK = re.compile(r'<a\b[^>]*?\shref="(/[^"#]*)')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
NAMED = re.compile(r"/(?:\w+:)?(?:[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27})(?=/|$)")
LEFT_OUT = re.compile(r"^/(do|static|api|sign-out)/|\.\w{2,4}$|/(pdf|csv)/$")
MOST_PAGES = 200


@dataclass(slots=True)
class SignedIn:
    """One person of a role, signed in, with the pages that their links lead to."""

    role: str
    badge: str
    cookies: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    """By shape, the address that stands for it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """How long a page took, each time, in milliseconds."""

    role: str
    shape: str
    times: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def worst(self) -> float:
        return max(self.times)


def shape_of(address: str) -> str:
    """The address of a page without what it is about: numbers, and what is asked for."""
    return NAMED.sub("/…", urlsplit(address).path)


def sign_in(site: str, badge: str) -> tuple[OpenerDirector, str]:
    """A session of somebody of the demo, and its cookies."""
    jar = CookieJar()
    browser = build_opener(HTTPCookieProcessor(jar))
    with browser.open(site) as page:
        address, shown = page.url, page.read().decode()
    token = TOKEN.search(shown)
    if token is None:
        sys.exit(f"{address} shows no sign-in form")
    form = {"csrfmiddlewaretoken": token[1], "badge": badge, "password": PASSWORD, "code": CODE}
    there = urljoin(address, DESK)
    asked = Request(there, urlencode(form).encode(), {"Referer": address})
    with browser.open(asked) as page:
        if DESK in page.url:
            sys.exit(f"{badge} could not sign in")
    return browser, "; ".join(f"{each.name}={each.value}" for each in jar)


def walk(site: str, role: str, badge: str) -> SignedIn:
    """Sign somebody in and follow their links until no new shape of page comes."""
    browser, cookies = sign_in(site, badge)
    reader, waiting, seen = SignedIn(role, badge, cookies), ["/"], {"/"}
    while waiting and len(reader.pages) < MOST_PAGES:
        address = waiting.pop(0)
        try:
            with browser.open(urljoin(site, address)) as page:
                is_page = page.headers.get_content_type() == "text/html"
                here, shown = urlsplit(page.url).path, page.read().decode() if is_page else ""
        except OSError:  # a door that is closed to this role, or a thing that is gone
            continue
        if not is_page or LEFT_OUT.search(here):
            continue
        reader.pages.setdefault(shape_of(here), here)
        for link in map(unescape, LINK.findall(shown)):
            shape = shape_of(link)
            if shape not in seen and not LEFT_OUT.search(urlsplit(link).path):
                seen.add(shape)
                waiting.append(link)
    return reader


def ask(line: http.client.HTTPConnection, address: str, cookies: str) -> float:
    """Milliseconds from the request to the first byte of its answer."""
    begun = time.perf_counter()
    line.request("GET", address, headers={"Cookie": cookies})
    answer = line.getresponse()
    taken = (time.perf_counter() - begun) * 1000
    answer.read()
    if answer.status >= 500:
        sys.exit(f"{address} answered {answer.status}")
    return taken


def measure(site: str, readers: list[SignedIn], times: int) -> list[Taken]:
    """Ask every page of everybody so many times, all of them in turn."""
    line = http.client.HTTPConnection(urlsplit(site).netloc, timeout=60)
    wanted = [("nobody", NOTHING, NOTHING, "")]
    wanted += [
        (each.role, shape, address, each.cookies)
        for each in readers
        for shape, address in sorted(each.pages.items())
    ]
    taken: dict[tuple[str, str], list[float]] = {}
    for _turn in range(times):
        for role, shape, address, cookies in wanted:
            taken.setdefault((role, shape), []).append(ask(line, address, cookies))
    line.close()
    return [Taken(role, shape, tuple(each)) for (role, shape), each in taken.items()]


@contextmanager
def floor_at(address: str) -> Iterator[str]:
    """The floor that runs there, or one of its own for as long as it is needed."""
    if address:
        yield address.rstrip("/")
        return
    with tempfile.TemporaryDirectory() as var:
        command = [sys.executable, "-m", "paigow_site.run", "--port", "0", "--var", var]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert running.stdout is not None
            lines = (re.search(r"is open at\s+(http\S+)", each) for each in running.stdout)
            yield next(found[1] for found in lines if found).rstrip("/")
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(60)


def report(taken: list[Taken], slowest: int) -> bool:
    """Say what was measured, the slowest first; whether every page is under the aim."""
    empty, *pages = taken
    pages.sort(key=lambda each: -each.median)
    print(f"{len(pages)} pages of {len({each.role for each in pages})} roles, milliseconds to the")
    print(f"first byte, median and worst of {len(empty.times)}; aim: median under {AIM_MS:.0f}\n")
    for each in pages[:slowest]:
        print(f"  {each.median:7.1f} {each.worst:7.1f}  {each.role:<14} {each.shape}")
    middle = statistics.median(each.median for each in pages)
    print(f"\n  {middle:7.1f}          the page in the middle")
    print(f"  {empty.median:7.1f} {empty.worst:7.1f}  {empty.shape}, which does nothing")
    late = [each for each in pages if each.median > AIM_MS]
    print(f"\n{len(late)} pages are over the aim" if late else "\nevery page is under the aim")
    return not late


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--address", default="", help="a demo floor that runs already")
    asked.add_argument("--times", type=int, default=9)
    asked.add_argument("--slowest", type=int, default=25)
    given = asked.parse_args()
    with floor_at(given.address) as site:
        readers = [walk(site, role, badge) for role, badge in ROLES.items()]
        return 0 if report(measure(site, readers, given.times), given.slowest) else 1


if __name__ == "__main__":
    sys.exit(main())
