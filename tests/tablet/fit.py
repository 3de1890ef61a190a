"""What holds for every state of the dealer's screen: it fits, it can be hit, it can be read."""

from axe_playwright_python.sync_playwright import Axe

MAIN = (
    ".work-acts .button, .tile-key, .die-key, .chip-key, .seat-card, .setting, .rank-key,"
    " .suit-key, .pin-keys > .button, .number-key, .offer-answers .button, .choices-list .button"
)
OTHERS = ".deal button, .deal input"
SMALL = """([selector, least]) => [...document.querySelectorAll(selector)]
  .filter((part) => part.checkVisibility())
  .map((part) => [part.outerHTML.slice(0, 110), part.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least - 0.5)
  .map(([html, box]) => `${Math.round(box.width)} x ${Math.round(box.height)} ${html}`)"""
# Names of people and of what undo takes back may end in an ellipsis; nothing else is cut.
MISFITS = """() => {
  const mayBeCut = ".work-head *, .work-undo *, .top-dealer, .top-dealer *, .seat-player";
  const page = document.documentElement, body = document.querySelector(".work-body");
  const name = (part) => `${part.getAttribute("class")} ${part.textContent.slice(0, 40)}`;
  const seen = (part) => part.checkVisibility() && part.getBoundingClientRect().height > 0
    && !part.closest(".reasons");
  const isWithin = (part, frame) => {
    const inner = part.getBoundingClientRect(), outer = frame.getBoundingClientRect();
    return inner.left >= outer.left - 1.5 && inner.right <= outer.right + 1.5
      && inner.top >= outer.top - 1.5 && inner.bottom <= outer.bottom + 1.5;
  };
  const isCut = (part) => part.matches("button, b, p, h1, span") && !part.matches(mayBeCut)
    && getComputedStyle(part).display !== "inline"
    && part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1;
  const parts = [...document.querySelectorAll(".deal *")].filter(seen);
  const found = [];
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push("it scrolls");
  for (const part of parts) {
    if (!isWithin(part, page)) found.push(`off the screen: ${name(part)}`);
    else if (body.contains(part) && !isWithin(part, body)) found.push(`out: ${name(part)}`);
    if (isCut(part)) found.push(`cut: ${name(part)}`);
  }
  return found.slice(0, 8);
}"""


def assert_fits(page) -> None:
    """Nothing scrolls or is cut off, and every target is as large as a thumb needs it."""
    misfits = page.evaluate(MISFITS)
    assert misfits == [], misfits
    for selector, least in ((MAIN, 76), (OTHERS, 48)):
        small = page.evaluate(SMALL, [selector, least])
        assert small == [], small


def assert_readable(page) -> None:
    """axe-core finds no serious fault."""
    faults = [
        (fault["id"], [node["html"][:140] for node in fault["nodes"][:3]])
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert faults == [], faults
