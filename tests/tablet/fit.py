"""What holds for every state of the dealer's screen: it fits, it can be hit, it can be read."""

LARGE, SMALL = (1280, 800), (1024, 768)
MAIN = (
    ".work-acts .button, .tile-key, .die-key, .chip-key, .seat-card, .setting, .rank-key,"
    " .suit-key, .pin-keys > .button, .number-key, .offer-answers .button, .choices-list .button"
)
OTHERS = ".deal button, .deal input, .lock .button, .lock .choice, .lock .input, .empty .button"
# Names of people and of what undo takes back may end in an ellipsis; nothing else is cut. The
# reasons of a round and its pay list are lists that scroll (test_sizes.py looks at the latter).
MISFITS = """async ([width, height, sizes]) => {
  // A page that was given another size has it from the next frame on.
  for (const _ of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
  const mayBeCut = ".work-undo *, .top-dealer, .top-dealer *, .seat-player, .visually-hidden";
  const page = document.documentElement, body = document.querySelector(".work-body");
  const kind = (part) => part.getAttribute("class") ?? part.tagName;
  const name = (part) => `${kind(part)} ${part.textContent.slice(0, 60)}`;
  const seen = (part) => part.checkVisibility() && part.getBoundingClientRect().height > 0
    && !part.closest(".reasons, .result-rows");
  const isWithin = (part, frame) => {
    const inner = part.getBoundingClientRect(), outer = frame.getBoundingClientRect();
    return inner.left >= outer.left - 1.5 && inner.right <= outer.right + 1.5
      && inner.top >= outer.top - 1.5 && inner.bottom <= outer.bottom + 1.5;
  };
  const isCut = (part) => {
    if (!part.matches("button, b, p, h1, h2, h3, small, span")) return false;
    if (part.matches(mayBeCut)) return false;
    const { display, overflowY } = getComputedStyle(part);
    if (display === "inline" || !part.clientWidth) return false;
    return part.scrollWidth > part.clientWidth + 1
      || (overflowY !== "visible" && part.scrollHeight > part.clientHeight + 1);
  };
  const found = [];
  if (innerWidth !== width || innerHeight !== height) found.push("it has another size");
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push("it scrolls");
  for (const part of [...document.querySelectorAll(".deal *, #content *")].filter(seen)) {
    if (!isWithin(part, page)) found.push(`off the screen: ${name(part)}`);
    else if (body?.contains(part) && !isWithin(part, body)) found.push(`out: ${name(part)}`);
    if (isCut(part)) found.push(`cut: ${name(part)}`);
  }
  for (const [selector, least] of sizes) {
    for (const part of [...document.querySelectorAll(selector)].filter(seen)) {
      const box = part.getBoundingClientRect();
      if (Math.min(box.width, box.height) >= least - 0.5) continue;
      found.push(`${Math.round(box.width)} x ${Math.round(box.height)}: ${name(part)}`);
    }
  }
  return found.slice(0, 8);
}"""


def misfits(page, size: tuple[int, int]) -> list[str]:
    """What scrolls, is cut off or is smaller than a thumb needs it, on a tablet of this size."""
    if page.viewport_size != as_viewport(size):
        page.set_viewport_size(as_viewport(size))
    return page.evaluate(MISFITS, [*size, [[MAIN, 76], [OTHERS, 48]]])


TEXT = "(percent) => { document.documentElement.style.fontSize = `${percent}%`; }"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def resized(page, size: tuple[int, int], text: int) -> None:
    """Give the page a size and a size of text, as if it had come with both.

    The browser asks a container how many rem it has when the container's size changes, not when
    the rem does; so the page is another size in between.
    """
    page.evaluate(TEXT, text)
    width, height = size
    for given in ((width - 2, height - 2), size):
        page.set_viewport_size(as_viewport(given))
        page.evaluate(DRAWN)
    page.evaluate(DRAWN)


def as_viewport(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}
