"""pytest plugin: the running floor (web, feed, Celery) and a tablet's browser to use it with."""

import os
import re
import shutil
import signal
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from paigow_site.servers import floor
from paigow_site.servers.ports import LOCAL
from paigow_site.servers.processes import Child, last_lines
from tests.session import reserve_port, worker_name

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "test-output"
ANSWER_SECONDS = 120.0
# As .ci/browser.py has them, which installs the first.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# Three workers, their floors and browsers share two processors: only what never comes is late.
PATIENCE_MS = 60_000
TABLET = {"viewport": {"width": 1280, "height": 800}, "has_touch": True, "locale": "en-US"}
REPORTS = pytest.StashKey[dict[str, pytest.TestReport]]()


class LiveFloor:
    """The real processes on this worker's database.

    The fixture starts web, feed and worker; a test that needs more calls `start("beat")` or
    `start("signer")`, and one that kills a part starts it again before it ends.
    """

    def __init__(self, addresses: dict[str, str], var: Path) -> None:
        self.addresses = addresses
        self.var = var
        self.ports = {name: reserve_port() for name in ("web", "feed", "push")}
        self.sockets = {name: floor.listener(LOCAL, port) for name, port in self.ports.items()}
        self.parts: dict[str, Child] = {}
        self.root = ROOT

    def port(self, name: str) -> int:
        return self.ports[name]

    @property
    def url(self) -> str:
        return f"http://{LOCAL}:{self.port('web')}"

    @property
    def feed_url(self) -> str:
        return f"http://{LOCAL}:{self.port('feed')}"

    def command(self, name: str) -> list[str]:
        commands = {
            "web": lambda: floor.web_command(self.sockets["web"], workers=1, threads=8),
            "feed": lambda: floor.feed_command(self.sockets["feed"]),
            "worker": lambda: floor.worker_command(concurrency=1, queues="default,paper"),
            "signer": floor.signer_command,
            "beat": floor.beat_command,
        }
        return commands[name]()

    def environment(self) -> dict[str, str]:
        return (
            os.environ
            | self.addresses
            | {
                "DJANGO_SETTINGS_MODULE": "paigow_site.settings",
                "PAIGOW_VAR": str(self.var),
                "FEED_PORT": str(self.port("feed")),
                "LOG_FORMAT": "plain",
                # Where a test lets a push service listen (tests/push_service.py).
                "PUSH_HOSTS": f"{LOCAL}:{self.port('push')}",
                # Tests look before they tap; how long the guard holds is tested in JavaScript.
                "TOUCH_GUARD_MS": "50",
            }
        )

    def start(self, name: str) -> Child:
        """Start a part, unless it runs already."""
        if name in self.parts and self.parts[name].is_running():
            return self.parts[name]
        if name in self.sockets and self.sockets[name].fileno() < 0:
            self.sockets[name] = floor.listener(LOCAL, self.ports[name])
        self.parts[name] = Child(
            name,
            self.command(name),
            log=OUTPUT / "log" / f"{name}-{worker_name()}.log",
            env=self.environment(),
            cwd=self.root,
            sockets=[self.sockets[name]] if name in self.sockets else [],
        )
        return self.parts[name]

    def kill(self, name: str) -> None:
        """End a part at once and with all its children, as a power cut would."""
        self.parts[name].process.send_signal(signal.SIGKILL)
        self.parts[name].stop()

    def refuse(self, name: str) -> None:
        """End a part and close its port: who calls it does not wait, but is refused."""
        self.kill(name)
        self.sockets[name].close()

    def wait_for_web(self) -> None:
        deadline = time.monotonic() + ANSWER_SECONDS
        while self.parts["web"].is_running() and time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        pytest.fail(f"the web server does not answer:\n{last_lines(self.parts['web'].log, 40)}")

    def stop(self) -> None:
        for part in self.parts.values():
            part.ask_to_stop()
        for part in self.parts.values():
            part.stop()
        for opened in self.sockets.values():
            opened.close()


@pytest.fixture(scope="session")
def live_floor_processes(test_session):
    running = LiveFloor(
        test_session.addresses(worker_name()), test_session.path / "var" / worker_name()
    )
    try:
        for name in ("web", "feed", "worker"):
            running.start(name)
        running.wait_for_web()
        yield running
    finally:
        running.stop()


@pytest.fixture
def live_floor(live_floor_processes, committed) -> LiveFloor:
    """The running floor; what a test commits is what the floor sees."""
    for name in ("web", "feed", "worker"):
        live_floor_processes.start(name)
    return live_floor_processes


@contextmanager
def chromium():
    """A headless Chromium, the one of this machine."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise RuntimeError("no Chromium on this machine; `make test` installs it or says how")
    # Playwright's loop looks to Django like a running event loop in this thread.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    # Our own pages only, and neither root nor a container can have Chromium's sandbox.
    flags = ["--no-sandbox", "--disable-dev-shm-usage"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=flags)
        yield started
        started.close()


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for all browser tests of this process."""
    with chromium() as started:
        yield started


class Console:
    """What a page said to its console, and the errors nobody caught."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.errors: list[str] = []

    def listen_to(self, page) -> None:
        page.on("console", lambda message: self.note(message.type, message.text))
        page.on("pageerror", lambda error: self.note("uncaught", str(error)))
        page.on("requestfailed", lambda request: self.note("network", request.url))

    def note(self, kind: str, text: str) -> None:
        self.lines.append(f"{kind}: {text}")
        if kind == "uncaught" or "Content Security Policy" in text:
            self.errors.append(text)


@contextmanager
def opening_pages(request, browser, url, prepare=lambda context: None):
    """Open tablets at an address; what a failure saw is kept, and no page may say an error."""
    console, contexts = Console(), []

    def open_one(**options):
        context = browser.new_context(base_url=url, **{**TABLET, **options})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        prepare(context)
        page = context.new_page()
        console.listen_to(page)
        return page

    yield open_one
    report = request.node.stash.get(REPORTS, {}).get("call")
    if report is not None and report.failed:
        save_evidence(request.node, contexts, console)
    for context in contexts:
        context.close()
    assert console.errors == []


@pytest.fixture
def open_page(request, browser, live_floor):
    """Open further tablets: `open_page()`, each with cookies of its own."""
    with opening_pages(request, browser, live_floor.url) as open_one:
        yield open_one


@pytest.fixture
def page(open_page):
    """A tablet: 1280 × 800, touch, its own cookies."""
    return open_page()


def save_evidence(item, contexts, console: Console) -> None:
    name = re.sub(r"[^\w.-]+", "-", item.nodeid.removeprefix("tests/"))[:150]
    OUTPUT.mkdir(exist_ok=True)
    (OUTPUT / f"{name}.console.txt").write_text("\n".join(console.lines) + "\n")
    (OUTPUT / f"{name}.failure.txt").write_text(item.stash[REPORTS]["call"].longreprtext + "\n")
    pages = [page for context in contexts for page in context.pages]
    for number, page in enumerate(pages):
        page.screenshot(path=OUTPUT / f"{name}{f'-{number}' if number else ''}.png")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.stash.setdefault(REPORTS, {})[report.when] = report
    return report
