"""pytest plugin: the summary names every test that was left out, and why."""

from collections import Counter

import pytest

KEY = pytest.StashKey[Counter]()


def pytest_configure(config):
    config.stash[KEY] = Counter()
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


class FromWorkers:
    def __init__(self, config):
        self.config = config

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        # Every worker collects, and leaves out, the same.
        self.config.stash[KEY] |= Counter(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(terminalreporter, config):
    left_out = config.stash[KEY]
    if not left_out:
        return
    terminalreporter.section(f"left out: {left_out.total()} tests, by {reasons(config)}")
    for file, number in sorted(left_out.items()):
        terminalreporter.line(f"{number:5} {file}")
