"""Read logs back from bundles: copies of the record, and archives, that lie in folders."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path

from audit.log import verify
from audit.log.notes import Checkpoint, Note, VerifierKey


class Incomplete(ValueError):
    """Some entries of a log are in none of its bundles."""


@dataclass(slots=True)
class CopiedLog:
    """A tree as bundles have it: which files hold its entries, and the heads that they carry."""

    origin: str
    files: list[Path] = field(default_factory=list)
    heads: dict[int, Note] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many entries the newest head vouches for."""
        return max(self.heads)

    def entries(self) -> Iterator[bytes]:
        """Every entry in order, each once, wherever it lies."""
        parts = [verify.read_entries(verify.Bundle(path), "events.jsonl") for path in self.files]
        wanted = 0
        for index, body in heapq.merge(*parts, key=itemgetter(0)):
            if index > wanted:
                raise Incomplete(f"{self.origin}: entries #{wanted} to #{index - 1} are nowhere")
            if index == wanted:
                wanted += 1
                yield body
        if wanted < self.size:
            raise Incomplete(f"{self.origin}: entries #{wanted} to #{self.size - 1} are nowhere")


def copied_logs(folders: Sequence[Path], keys: Sequence[VerifierKey]) -> list[CopiedLog]:
    """Verify every bundle in these folders and say what they hold, by the logs' names."""
    trusted = [verify.parse_key(str(key)) for key in keys]
    found: dict[str, CopiedLog] = {}
    for path in sorted(each for folder in folders for each in folder.glob("*.zip")):
        verify.verify(path, trusted)
        bundle = verify.Bundle(path)
        for name in ["checkpoint", *bundle.under("checkpoints")]:
            note = Note.parse(bundle.read(name).decode())
            head = Checkpoint.parse(note.text)
            log = found.setdefault(head.origin, CopiedLog(head.origin))
            log.heads[head.size] = note
        log.files.append(path)
    return [found[origin] for origin in sorted(found)]
