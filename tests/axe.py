"""What axe-core finds on a page: loaded once a page, and only what it found comes back."""

from axe_playwright_python.base import AXE_SCRIPT

# The success criteria of WCAG, without axe-core's own advice, which is never serious.
RUN = """() => axe.run(document, {
  resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
}).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) =>
    [impact, id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 140))]))"""


def faults(page) -> list[list[str]]:
    """Every fault: how grave it is, its name, the first elements that have it."""
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN)


def serious_faults(page) -> list[list[str]]:
    return [fault for fault in faults(page) if fault[0] in ("serious", "critical")]
