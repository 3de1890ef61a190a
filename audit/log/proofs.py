"""A proof that can be handed over on its own: the C2SP tlog-proof text."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass

from audit.log.merkle import check_inclusion
from audit.log.notes import BadNote, Note, VerifierKey, decode_base64, opened_checkpoint

HEADER = "c2sp.org/tlog-proof@v1"

_INDEX = re.compile(r"index (0|[1-9][0-9]{0,18})\Z")


@dataclass(frozen=True, slots=True)
class LogProof:
    """That one entry stands at an index of the tree a signed checkpoint vouches for."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: Note

    def __str__(self) -> str:
        hashes = [base64.b64encode(each).decode() for each in self.path]
        return "\n".join([HEADER, f"index {self.index}", *hashes, "", str(self.checkpoint)])

    @classmethod
    def parse(cls, text: str) -> LogProof:
        head, blank, checkpoint = text.partition("\n\n")
        lines = head.split("\n")
        if not blank or lines[0] != HEADER or len(lines) < 2:
            raise BadNote("not a log proof")
        index = _INDEX.match(lines[1])
        if index is None:
            raise BadNote(f"not an index line: {lines[1]!r}")
        path = tuple(decode_base64(line) for line in lines[2:])
        return cls(int(index[1]), path, Note.parse(checkpoint))

    def check(self, leaf: bytes, keys: list[VerifierKey]) -> None:
        """Raise BadNote or BadProof unless a known key vouches for a tree with this leaf."""
        head = opened_checkpoint(self.checkpoint, keys)
        check_inclusion(leaf, self.index, head.size, self.path, head.root)
