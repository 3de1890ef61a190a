"""pytest plugin: the summary names every test that was left out, and why."""

from collections import Counter

import pytest

KEY = pytest.StashKey[Counter]()
NOTES = pytest.StashKey[set[str]]()


def pytest_configure(config):
    config.stash[KEY] = Counter()
    config.stash[NOTES] = set()
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(FromWorkers(config), "left-out-from-workers")


def reasons(config) -> str:
    asked = {"-m": config.option.markexpr, "-k": config.option.keyword}
    return ", ".join(f"{flag} {text!r}" for flag, text in asked.items() if text) or "another plugin"


def pytest_deselected(items):
    for item in items:
        item.config.stash[KEY][item.nodeid.partition("::")[0]] += 1


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(session.config.stash[KEY])
        session.config.workeroutput["left_out_notes"] = sorted(session.config.stash[NOTES])


class FromWorkers:
    def __init__(self, config):
        self.config = config

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        output = getattr(node, "workeroutput", {})
        # Every worker collects, and leaves out, the same.
        self.config.stash[KEY] |= Counter(output.get("left_out", {}))
        self.config.stash[NOTES] |= set(output.get("left_out_notes", []))


@pytest.fixture
def left_out(request):
    """Say in the summary what a test could not do here: `left_out("compose: no docker")`."""
    return request.config.stash[NOTES].add


def pytest_terminal_summary(terminalreporter, config):
    deselected = config.stash[KEY]
    if deselected:
        terminalreporter.section(f"left out: {deselected.total()} tests, by {reasons(config)}")
        for file, number in sorted(deselected.items()):
            terminalreporter.line(f"{number:5} {file}")
    if config.stash[NOTES]:
        terminalreporter.section("left out inside tests")
        for note in sorted(config.stash[NOTES]):
            terminalreporter.line(note)
