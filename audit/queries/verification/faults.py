"""What verification can find, said exactly."""

from dataclasses import dataclass
from enum import StrEnum


class FaultCode(StrEnum):
    EVENT_CHANGED = "event_changed"
    EVENT_MISSING = "event_missing"
    EVENT_EXTRA = "event_extra"
    EVENT_DISAGREES = "event_disagrees"
    LEAF_MISSING = "leaf_missing"
    LEAF_EXTRA = "leaf_extra"
    LEAF_CHANGED = "leaf_changed"
    EDGE_DIFFERS = "edge_differs"
    ROOT_DIFFERS = "root_differs"
    CHECKPOINT_WRONG = "checkpoint_wrong"
    CHECKPOINT_UNTRUSTED = "checkpoint_untrusted"
    COSIGNATURE_WRONG = "cosignature_wrong"
    NOT_SIGNED = "not_signed"
    TAIL_CUT = "tail_cut"
    STREAM_HOLE = "stream_hole"
    SUCCESSOR_WRONG = "successor_wrong"
    PENDING_WRONG = "pending_wrong"
    CHANGE_UNRECORDED = "change_unrecorded"
    DIGEST_CHANGED = "digest_changed"
    DIGEST_UNSEALED = "digest_unsealed"
    VERSION_WRONG = "version_wrong"
    ROW_DIFFERS = "row_differs"
    EVENT_UNWRITTEN = "event_unwritten"
    CLAIM_FALSE = "claim_false"
    DATABASE_CHANGED = "database_changed"
    ARCHIVE_WRONG = "archive_wrong"


INCOMPLETE = frozenset({FaultCode.NOT_SIGNED})


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: what, where, and in words."""

    code: FaultCode
    message: str
    origin: str = ""
    index: int | None = None
    event_id: str = ""

    def __str__(self) -> str:
        place = f"{self.origin} #{self.index}" if self.index is not None else self.origin
        return ": ".join(part for part in (place, self.message) if part)
