"""How fast the dealer's tablet answers a thumb, on a processor four times slower than this one.

    python -m benchmarks.tablet [--slower 4] [--rounds 4] [--memory 300]

A headless Chromium at 1280 x 800 under `Emulation.setCPUThrottlingRate` taps whole rounds of six
seats at a floor of its own. From the tap to the frame that shows it is measured in the page; a
trace says what the main thread did meanwhile. Beside it, in the same run, a page with one button.
Taps are tiles, chips and dice; the click's handler alone; the first load by the service worker; a
reload in mid-round; tasks over 50 ms while tapping; the heap over many rounds.

On a busy machine the waiting for a processor counts as time. What does not depend on it is counted
too: the processor time of the main thread for a tap (which the slowing down multiplies), and how
many elements, attributes and texts a tap changes on the page.
"""

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

AIMS = {"p50": 50.0, "p95": 100.0, "first load": 1500.0, "reload": 1000.0, "long task": 50.0}
MEMORY_GROWTH, WARM_UP = 0.05, 12
SIZE = {"width": 1280, "height": 800}
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
TAKEN = "EventDispatch"
# What the main thread does between a tap and its frame, by the names of Chromium's trace.
WORK = {
    "EventDispatch": "handlers",
    "FireAnimationFrame": "handlers",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
}
KINDS = ("tile", "chip", "die")
CHIPS = (2500, 2500, 500)
SIX_SEATS = range(1, 7)
# In the order in which they are exposed: the dealer's, then seat 1 and on.
HANDS = (
    "1-5 3-5 2-5 3-4",
    "6-6 6-6 1-1 3-6",
    "1-1 4-5 4-4 2-6",
    "4-4 1-3 1-3 5-5",
    "5-5 3-3 3-3 2-2",
    "2-2 5-6 5-6 4-6",
    "4-6 1-6 1-6 1-5",
)
# From the tap to the frame: the time of the touch, then the first task after the next frame.
WATCH = """() => {
  window.taps = [];
  window.changes = 0;
  const channel = new MessageChannel();
  const open = [];
  channel.port1.onmessage = () => {
    for (const tap of open.splice(0)) window.taps.push({ ...tap, painted: performance.now() });
  };
  addEventListener("click", (event) => {
    const tap = { at: event.timeStamp, begun: performance.now(), before: window.changes };
    const what = event.target.closest?.("[data-do]")?.dataset.do ?? "nothing";
    requestAnimationFrame(() => {
      open.push({ what, ...tap, changes: window.changes - tap.before });
      channel.port2.postMessage(0);
    });
  }, true);
  addEventListener("click", () => { window.handled = performance.now(); });
  const seen = new MutationObserver((records) => { window.changes += records.length; });
  seen.observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
}"""
READY = """() => new Promise((done) => {
  const page = document.documentElement;
  const look = () => page.dataset.ready === "true" && done(performance.now());
  new MutationObserver(look).observe(page, { attributes: true });
  look();
})"""
EMPTY = """<!doctype html><title>Empty</title>
<button data-do="nothing" style="width:300px;height:200px">0</button><script>
let n = 0; addEventListener("click", (event) => { event.target.textContent = ++n; });</script>"""
# Plays rounds as fast as the page can, without waiting out the half second after each screen.
QUICK_CLOCK = """() => {
  const real = performance.now.bind(performance);
  performance.now = () => real() * 1000;
}"""
PLAY = """async ([rounds, hands]) => {
  const pause = () => new Promise((done) => setTimeout(done, 4));
  const find = (act, data = "") => document.querySelector(`[data-do="${act}"]${data}:enabled`);
  const tap = async (act, data) => {
    for (let tries = 0; tries < 2000; tries += 1) {
      const found = find(act, data);
      if (found) { await pause(); found.click(); return; }
      await pause();
    }
    throw new Error(`no ${act} on ${document.documentElement.dataset.step}`);
  };
  for (let n = 0; n < rounds; n += 1) {
    if (find("next-round")) await tap("next-round");
    else await tap("open-round", '[data-carry="true"]');
    await tap("no-more-bets");
    for (const face of [3, 4, 5]) await tap("die", `[data-face="${face}"]`);
    await tap("delivered");
    for (const tile of hands) {
      await tap("tile", `[data-tile="${tile}"]`);
      await pause();
      const setting = document.querySelector(".setting:enabled");
      if (setting) setting.click();
    }
    await tap("settle");
  }
}"""


@dataclass
class Taps:
    """What was measured of one kind of tap."""

    painted: list[float] = field(default_factory=list)
    handled: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)
    work: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True)
class LongTask:
    """A task that kept the main thread longer than the aim: after which tap, and with what."""

    what: str
    lasted: float
    work: dict[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--slower", type=float, default=4.0, help="times slower than this machine")
    parser.add_argument("--rounds", type=int, default=4, help="rounds that are tapped")
    parser.add_argument(
        "--memory", type=int, default=300, help="rounds over which the heap is read"
    )
    chosen = parser.parse_args()
    from tests.drills.ground import ground

    with ground() as standing:
        import django

        django.setup()
        return 0 if measure(standing.url, chosen) else 1


def measure(url: str, chosen: argparse.Namespace) -> bool:
    from tests.running_floor import chromium

    with chromium() as browser:
        with tablet_of(browser, url) as bench:
            bench.slow_down(chosen.slower)
            taps, long_tasks = bench.tapped(chosen.rounds)
            reload = bench.loaded(lambda page: page.reload(), chosen.slower)
            first = bench.first_loads(chosen.slower)
        empty = empty_taps(browser, chosen.slower)
        with tablet_of(browser, url) as bench:
            heap = bench.heap(chosen.memory) if chosen.memory else []
    return tell(chosen, taps, empty, long_tasks, {"first load": first, "reload": reload}, heap)


@contextmanager
def tablet_of(browser: Any, url: str) -> Iterator["Bench"]:
    """A table of six seats with a dealer at its tablet, signed in."""
    from tests.factories import make_floor
    from tests.tablet.driver import signed_in

    floor = make_floor(options={"player_bank": False})
    context = browser.new_context(
        base_url=url, viewport=SIZE, has_touch=True, locale="en-US", reduced_motion="reduce"
    )
    cookies = signed_in(floor.dealer, floor.tablet) | {"language": "en"}
    context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(f"/tables/{floor.table.pk}/deal/")
    page.evaluate(READY)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    try:
        yield Bench(browser, context, page, f"/tables/{floor.table.pk}/deal/")
    finally:
        context.close()


class Bench:
    """One tablet in one browser."""

    def __init__(self, browser: Any, context: Any, page: Any, address: str) -> None:
        self.browser, self.context, self.page, self.address = browser, context, page, address
        self.session = context.new_cdp_session(page)

    def slow_down(self, times: float) -> None:
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": times})

    # Taps

    def tapped(self, rounds: int) -> tuple[dict[str, Taps], list["LongTask"]]:
        """Tap rounds with new wagers and every tile; what each kind of tap took."""
        self.page.evaluate(WATCH)
        self.browser.start_tracing(page=self.page, categories=CATEGORIES)
        for _ in range(rounds):
            self.one_round()
        self.settled()
        taps = self.page.evaluate("window.taps")
        trace = json.loads(self.browser.stop_tracing())
        seen = Trace(trace["traceEvents"])
        return by_kind(taps, seen), seen.long_tasks(taps)

    def one_round(self) -> None:
        if self.page.locator('[data-do="new-wagers"]').count():
            self.tap("new-wagers")
        else:
            self.tap("open-round", carry="false")
        for seat in SIX_SEATS:
            self.tap("seat", seat=seat)
            for value in CHIPS:
                self.tap("chip", value=value)
        self.tap("no-more-bets")
        for face in (3, 4, 5):
            self.tap("die", face=face)
        self.tap("delivered")
        for tiles in HANDS:
            for tile in tiles.split():
                if self.page.locator(f'[data-do="tile"][data-tile="{tile}"]').count():
                    self.tap("tile", tile=tile)
            setting = self.page.locator(".setting:enabled")
            if setting.count():
                self.tap("take-setting")
        self.settled()

    def settled(self) -> None:
        if self.page.locator('[data-do="settle"]').count():
            self.tap("settle")

    def tap(self, act: str, **data: object) -> None:
        """Put a finger on the middle of it and lift it, once the screen stands still."""
        wanted = "".join(f'[data-{name}="{value}"]' for name, value in data.items())
        found = f'[data-do="{act}"]{wanted}:enabled'
        self.page.wait_for_function(
            "(found) => !document.documentElement.hasAttribute('data-guarded')"
            " && document.querySelector(found)",
            arg=found,
        )
        box = self.page.locator(found).first.bounding_box()
        finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        known = self.page.evaluate("window.taps?.length ?? 0")
        for kind, points in (("touchStart", [finger]), ("touchEnd", [])):
            self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self.page.wait_for_function("(known) => (window.taps?.length ?? 1) > known", arg=known)

    # Loads

    def loaded(self, go: Any, slower: float) -> list[float]:
        """Milliseconds from the navigation to the screen that takes taps, five times."""
        self.begin_a_hand()
        found = []
        for _ in range(5):
            go(self.page)
            found.append(self.page.evaluate(READY))
        return found

    def begin_a_hand(self) -> None:
        """Leave the round where tiles are entered, with two tiles of a hand tapped."""
        self.tap("next-round")
        self.tap("no-more-bets")
        for face in (3, 4, 5):
            self.tap("die", face=face)
        self.tap("delivered")
        for tile in HANDS[0].split()[:2]:
            self.tap("tile", tile=tile)
        self.page.locator('.top-connection[data-count="0"]').wait_for()

    def first_loads(self, slower: float) -> list[float]:
        """The same in windows of their own, whose pieces only the service worker has."""
        self.page.close()
        found = []
        for _ in range(5):
            page = self.context.new_page()
            session = self.context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.clearBrowserCache")
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            page.goto(self.address)
            found.append(page.evaluate(READY))
            page.close()
        return found

    # Memory

    def heap(self, rounds: int) -> list[tuple[int, float, int]]:
        """Megabytes and nodes after a sixth of the rounds, and so on.

        Some rounds come before: until then the browser still compiles, and the list of the last
        rounds fills.
        """
        self.page.evaluate(QUICK_CLOCK)
        self.one_round()
        tiles = [tile for hand in HANDS for tile in hand.split()]
        self.page.evaluate(PLAY, [WARM_UP, tiles])
        found = []
        steps = 6
        for step in range(1, steps + 1):
            self.page.evaluate(PLAY, [rounds // steps, tiles])
            self.page.locator('.top-connection[data-count="0"]').wait_for()
            for _ in range(2):
                self.session.send("HeapProfiler.collectGarbage")
            self.session.send("Performance.enable")
            metrics = self.session.send("Performance.getMetrics")["metrics"]
            values = {each["name"]: each["value"] for each in metrics}
            found.append(
                (step * (rounds // steps), values["JSHeapUsedSize"] / 1e6, int(values["Nodes"]))
            )
        return found


def empty_taps(browser: Any, slower: float) -> Taps:
    """A page with one button that counts: what no product can be faster than."""
    context = browser.new_context(viewport=SIZE, has_touch=True)
    page = context.new_page()
    page.set_content(EMPTY)
    bench = Bench(browser, context, page, "")
    bench.slow_down(slower)
    page.evaluate(WATCH)
    browser.start_tracing(page=page, categories=CATEGORIES)
    for _ in range(40):
        bench.tap("nothing")
    taps = page.evaluate("window.taps")
    trace = Trace(json.loads(browser.stop_tracing())["traceEvents"])
    context.close()
    return by_kind(taps, trace)["nothing"]


class Trace:
    """The main thread of the page's renderer, as Chromium wrote it down."""

    def __init__(self, events: Sequence[dict[str, Any]]) -> None:
        clicks = [each for each in events if is_click(each)]
        threads = {(each["pid"], each["tid"]) for each in clicks}
        self.clicks = sorted(clicks, key=lambda each: each["ts"])
        self.events = sorted(
            (each for each in events if (each["pid"], each["tid"]) in threads and "dur" in each),
            key=lambda each: each["ts"],
        )
        # Chromium writes a task down twice, one name within the other.
        self.tasks = [each for each in self.events if each["name"] == "RunTask"]

    def long_tasks(self, taps: Sequence[dict[str, Any]]) -> list["LongTask"]:
        """Each task over the aim, from the first tap to the last, with the tap before it."""
        found = []
        for click, following, tap in zip(self.clicks, self.clicks[1:], taps, strict=False):
            for each in self.tasks:
                if not click["ts"] <= each["ts"] + each["dur"] <= following["ts"]:
                    continue
                if each["dur"] / 1000 > AIMS["long task"]:
                    found.append(LongTask(tap["what"], each["dur"] / 1000, self.inside(each)))
        return found

    def inside(self, task: dict[str, Any]) -> dict[str, float]:
        """What a task did, in milliseconds of the processor; all of it is `processor`."""
        spent: dict[str, float] = defaultdict(float)
        spent["processor"] = task.get("tdur", task["dur"]) / 1000
        for each in self.events:
            if task["ts"] <= each["ts"] < task["ts"] + task["dur"] and each["name"] in WORK:
                spent[WORK[each["name"]]] += each.get("tdur", each["dur"]) / 1000
        return spent

    def after(self, number: int, milliseconds: float) -> Iterator[dict[str, Any]]:
        """What the main thread did from a click on, as long as its frame took."""
        begun = self.clicks[number]["ts"]
        for each in self.events:
            if begun <= each["ts"] <= begun + milliseconds * 1000:
                yield each


def is_click(event: dict[str, Any]) -> bool:
    data = event.get("args", {}).get("data", {})
    return event["name"] == TAKEN and isinstance(data, dict) and data.get("type") == "click"


def by_kind(taps: Sequence[dict[str, Any]], trace: Trace) -> dict[str, Taps]:
    """Put together what the page measured and what the trace says of the same taps."""
    found: dict[str, Taps] = defaultdict(Taps)
    for number, tap in enumerate(taps):
        kind = found[tap["what"]]
        kind.painted.append(tap["painted"] - tap["at"])
        kind.changes.append(tap["changes"])
        if number >= len(trace.clicks):
            continue
        click = trace.clicks[number]
        kind.handled.append(click["dur"] / 1000)
        spent: dict[str, float] = defaultdict(float)
        for each in trace.after(number, tap["painted"] - tap["begun"]):
            if each["name"] in WORK:
                spent[WORK[each["name"]]] += each.get("tdur", each["dur"]) / 1000
        for name in {*WORK.values()}:
            kind.work[name].append(spent[name])
        kind.processor.append(sum(spent.values()))
    return found


def tell(
    chosen: argparse.Namespace,
    taps: dict[str, Taps],
    empty: Taps,
    long_tasks: Sequence[LongTask],
    loads: dict[str, list[float]],
    heap: Sequence[tuple[int, float, int]],
) -> bool:
    """Print everything beside its aim; whether all aims were met."""
    print(f"\nChromium, {chosen.slower:g} times slower, {SIZE['width']} x {SIZE['height']}, ms")
    head = ("n", "p50", "p95", "handler", "on the processor", "changes")
    print(f"  {'tap to paint':<14}" + "".join(f"{name:>18}" for name in head))
    rows = {name: taps[name] for name in KINDS if name in taps} | {"an empty page": empty}
    rest = [name for name in taps if name not in KINDS]
    rows |= {name: taps[name] for name in rest}
    met = True
    for name, row in rows.items():
        fast = name not in KINDS or (
            share(row.painted, 50) <= AIMS["p50"] and share(row.painted, 95) <= AIMS["p95"]
        )
        met = met and fast
        cells = (
            f"{len(row.painted)}", f"{share(row.painted, 50):.0f}", f"{share(row.painted, 95):.0f}",
            f"{share(row.handled, 50):.1f}", f"{share(row.processor, 50):.1f}",
            f"{share(row.changes, 50):.0f}",
        )  # fmt: skip
        print(f"  {name:<14}" + "".join(f"{each:>18}" for each in cells) + said(fast))
    print(f"  aims: p50 {AIMS['p50']:.0f}, p95 {AIMS['p95']:.0f} for tiles, chips and dice")
    print("  where the time goes, median ms of the main thread for a tap:")
    for name, row in rows.items():
        parts = ((part, share(times, 50)) for part, times in row.work.items())
        print(f"    {name:<14}" + "  ".join(f"{part} {ms:.1f}" for part, ms in sorted(parts)))
    quiet = not long_tasks
    longest = max((each.lasted for each in long_tasks), default=0)
    own = sum(each.work["processor"] > AIMS["long task"] for each in long_tasks)
    print(f"  tasks over 50 ms while tapping: {len(long_tasks)}{said(quiet)}, {own} of them by the"
          f" processor's time alone, the longest {longest:.0f}")  # fmt: skip
    for each in long_tasks:
        parts = "  ".join(f"{part} {ms:.1f}" for part, ms in sorted(each.work.items()))
        print(f"    {each.what:<14}{each.lasted:.0f}: {parts}")
    met = met and quiet
    for name, found in loads.items():
        middle = statistics.median(found)
        print(f"  {name}: {middle:.0f} ms, at most {AIMS[name]:.0f}{said(middle <= AIMS[name])}")
        met = met and middle <= AIMS[name]
    return flat(heap) and met


def flat(heap: Sequence[tuple[int, float, int]]) -> bool:
    if not heap:
        return True
    settled = heap[len(heap) // 2 - 1]
    grown = heap[-1][1] / settled[1] - 1
    steps = "  ".join(f"{rounds}: {size:.1f} MB, {nodes} nodes" for rounds, size, nodes in heap)
    print(f"  heap after rounds  {steps}")
    print(f"  grown in the second half {grown:.1%}, at most {MEMORY_GROWTH:.0%}"
          f"{said(grown <= MEMORY_GROWTH)}")  # fmt: skip
    return grown <= MEMORY_GROWTH


def share(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


def said(is_met: bool) -> str:
    return "  ok" if is_met else "  MISSED"


if __name__ == "__main__":
    begun = time.monotonic()
    status = main()
    print(f"  {time.monotonic() - begun:.0f} s")
    sys.exit(status)
