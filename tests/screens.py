"""pytest plugin: with `--screens`, browser tests save what they show to docs/screens."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

SCREENS = Path(__file__).resolve().parent.parent / "docs" / "screens"
MOST_BYTES = 150_000
TAKEN = pytest.StashKey[set[str]]()


def pytest_configure(config):
    config.stash[TAKEN] = set()


def pytest_addoption(parser):
    parser.addoption("--screens", action="store_true", help="save screenshots to docs/screens")


@pytest.fixture
def screenshot(request):
    """Save a page under a name; without `--screens` it does nothing."""

    def take(page, name: str) -> None:
        if request.config.getoption("--screens"):
            SCREENS.mkdir(parents=True, exist_ok=True)
            request.config.stash[TAKEN].add(f"{name}.png")
            (SCREENS / f"{name}.png").write_bytes(compressed(page.screenshot()))

    return take


def pytest_terminal_summary(terminalreporter, config):
    """Name the pictures that no test takes any more, so that they can be deleted."""
    if config.getoption("--screens"):
        kept = {path.name for path in SCREENS.glob("*.png")}
        for name in sorted(kept - config.stash[TAKEN]):
            terminalreporter.write_line(f"not taken in this run: docs/screens/{name}")


def compressed(picture: bytes) -> bytes:
    """Reduce the colours until the file is small; flat drawings lose nothing that is seen."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    for colours in (256, 128, 64):
        out = BytesIO()
        image.quantize(colours, method=Image.Quantize.MAXCOVERAGE, kmeans=1).save(
            out, "PNG", optimize=True
        )
        if out.tell() <= MOST_BYTES:
            break
    return out.getvalue()
