"""Share the work among processes, one a core, each with a connection to the same moment."""

import gc
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Protocol, TypeVar

from audit.queries.verification.reading import Reader, Snapshot

WORTH_A_CREW = 40_000
AHEAD = 3

Answer = TypeVar("Answer", covariant=True)
_own: list[Reader] = []


class Job(Protocol[Answer]):
    """Something to check that needs nothing but a connection."""

    def checked(self, reader: Reader) -> Answer: ...


def processes_for(entries: int) -> int:
    """One process for each core, or this one alone when there is little to do."""
    return len(os.sched_getaffinity(0)) if entries >= WORTH_A_CREW else 1


def all_checked(
    jobs: Iterable[Job[Answer]], moment: Snapshot, *, processes: int
) -> Iterator[Answer]:
    """Do jobs side by side and give their answers in order."""
    if processes == 1:
        with moment.joined() as reader, uncollected():
            for job in jobs:
                yield job.checked(reader)
        return
    # Forked, so that this process's settings hold; each then opens a connection of its own.
    forked = multiprocessing.get_context("fork")
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(processes, forked, initializer=_join, initargs=(moment,))
        stack.callback(pool.shutdown, cancel_futures=True)
        waiting: list[Future[Answer]] = []
        source = iter(jobs)
        while True:
            free = AHEAD * processes - len(waiting)
            waiting += [pool.submit(_check, job) for job in islice(source, free)]
            if not waiting:
                return
            yield waiting.pop(0).result()


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage: documents are trees, and looking takes up to half the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _join(moment: Snapshot) -> None:
    gc.disable()
    _own.append(moment.joined())


def _check(job: Job[Answer]) -> Answer:
    return job.checked(_own[0])
