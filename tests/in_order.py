"""pytest plugin: workers take the tests in their order, from the front, a few at a time.

Tests of a running floor come last, and what they commit stays in the worker's database: no test
that begins with an empty one may follow them. A worker that steals from another's list, as
`--dist worksteal` has it, comes back from them to what it stole first.
"""

from typing import Any

import pytest
from xdist.scheduler import LoadScheduling

MOST_AT_ONCE, PORTIONS = 30, 60


class InOrder(LoadScheduling):
    """Hands out the next few tests to whoever has one left; towards the end, two."""

    def check_schedule(self, node: Any, duration: float = 0) -> None:
        if node.shutting_down:
            return
        if not self.pending:
            node.shutdown()
        elif len(self.node2pending[node]) < 2:
            portion = min(len(self.pending) // PORTIONS, MOST_AT_ONCE)
            self._send_tests(node, max(2, portion))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScheduling | None:
    if config.getvalue("dist") != "load":
        return None
    config.option.maxschedchunk = MOST_AT_ONCE
    return InOrder(config, log)
