"""The checkpoints of a tree: what was signed, what is remembered elsewhere, what follows it."""

import base64
import heapq
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

import orjson
from django.conf import settings

from audit.events import EventKind
from audit.log.keys import KeyFolder, origin_folder
from audit.log.notes import BadNote, Checkpoint, Note, NoteSignature, VerifierKey
from audit.queries.trees import HEAD, TreeHead, stored_head
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import Reader, snapshot
from audit.queries.verification.trees import ClaimedHead, signature_fault
from audit.witnessing import WitnessAway, WitnessClient, WitnessRefused

Memory = Mapping[str, tuple[ClaimedHead, ...]]
"""What signer and witness say of each log, by its origin."""

PATIENCE = 60.0
SIGNERS_FILE, WITNESS = "the signer's file", "the witness"


@dataclass(frozen=True, slots=True)
class Trust:
    """The keys that whoever verifies holds to be right, and the witness to be asked.

    `no_witness` says why there is none to ask, or why what it says would prove nothing.
    """

    logs: tuple[VerifierKey, ...]
    witness: WitnessClient | None = None
    no_witness: str = "nobody asked it"

    def of(self, origin: str) -> list[VerifierKey]:
        return [key for key in self.logs if key.name == origin]


class HeadCheck:
    """All that was signed over one tree, checked on its own while the tree is rebuilt beside it."""

    def __init__(
        self,
        reader: Reader,
        tree: TreeHead,
        trust: Trust,
        successor: TreeHead | None,
        remembered: Sequence[ClaimedHead],
    ) -> None:
        self.reader, self.tree, self.trust = reader, tree, trust
        self.latest = 0
        self.faults: list[Fault] = []
        self.known_lost = _admitted(successor)
        self.remembered = sorted(
            (each for each in remembered if not self._is_admitted(each.size)),
            key=_by_size,
        )

    def _is_admitted(self, size: int) -> bool:
        """A successor says up to where its tree before was signed; that much may be lost."""
        return self.tree.size < size <= self.known_lost

    def statements(self) -> Iterator[ClaimedHead]:
        """What the tree has to agree with, by size."""
        return heapq.merge(self._stored(), self.remembered, key=_by_size)

    def finish(self) -> Iterator[Fault]:
        """What is wrong with the checkpoints, after all of them were read."""
        yield from self.faults
        yield from _lone_cosignatures(self.reader, self.tree)
        if self.tree.size and not self.latest:
            message = "the log has no checkpoint: nothing is signed"
            yield Fault(FaultCode.NOT_SIGNED, message, self.tree.origin, 0)
        for each in self.remembered:
            if self.latest < each.size <= self.tree.size:
                message = f"the checkpoint of {each.size} that {each.by} has is gone"
                yield Fault(FaultCode.TAIL_CUT, message, self.tree.origin, each.size)

    def _stored(self) -> Iterator[ClaimedHead]:
        """The checkpoints in the database. Keys that the log itself installed are followed."""
        keys = self.trust.of(self.tree.origin)
        rotations = list(_rotations(self.reader, self.tree))
        with self.reader.cursor(name=f"heads_{self.tree.tree_id}") as cursor:
            cursor.itersize = 5_000
            cursor.execute(CHECKPOINTS, [self.tree.tree_id])
            for size, root, note, cosignatures in cursor:
                self.latest = size
                fault = signature_fault(self.tree, size, bytes(root), note, keys)
                if fault is not None:
                    # Without any key nobody can tell, and that is said instead.
                    is_known = fault.code != FaultCode.CHECKPOINT_UNTRUSTED or keys
                    self.faults += [fault] if is_known else []
                else:
                    keys += [key for index, key in rotations if index < size and key not in keys]
                    self.faults += _cosignature_faults(
                        self.tree, size, note, cosignatures, self.trust
                    )
                yield ClaimedHead(size, bytes(root), f"the checkpoint of {size}")


def _admitted(successor: TreeHead | None) -> int:
    return Checkpoint.parse(successor.follows).size if successor and successor.follows else 0


def losses(line: Sequence[TreeHead]) -> Iterator[str]:
    """What was lost between a tree and its successor, as the successor says."""
    for old, new in pairwise(line):
        signed = _admitted(new)
        if signed > old.size:
            lost = f"entries #{old.size} to #{signed - 1} are lost, as its successor says"
            yield f"{old.origin}: {lost}"


def _by_size(statement: ClaimedHead) -> int:
    return statement.size


def remembered(trust: Trust, *, patience: float) -> Memory:
    """Ask signer and witness what they signed, before the moment that is verified.

    The signer keeps a checkpoint in its file and asks the witness before the database has it; on a
    floor at work it is given `patience` seconds to arrive.
    """
    deadline = time.monotonic() + patience
    memory: Memory | None = None
    while True:
        with snapshot() as (reader, _):
            trees = [stored_head(row) for row in reader.execute(HEAD).fetchall()]
            if memory is None:
                memory = {tree.origin: tuple(_remembered(tree, trust)) for tree in trees}
            arrived = all(
                reader.execute(ARRIVED, [tree.tree_id, each.size]).fetchone()
                for tree in trees
                if tree.is_open
                for each in memory.get(tree.origin, ())
            )
        if arrived or time.monotonic() >= deadline:
            return memory
        time.sleep(0.2)


def _remembered(tree: TreeHead, trust: Trust) -> Iterator[ClaimedHead]:
    folder = origin_folder(settings.SIGNER_DIR, tree.origin)
    if (folder / "last-signed").exists():
        note = KeyFolder(folder, tree.origin).last_signed()
        if note is not None:
            yield _statement(Checkpoint.parse(note.text), SIGNERS_FILE)
    if trust.witness is not None:
        try:
            seen = trust.witness.latest_note(tree.origin)
        except (WitnessAway, WitnessRefused):
            return
        if seen is not None:
            mine = [each for each in seen.signatures if each.key_id == trust.witness.key.key_id]
            yield _statement(Checkpoint.parse(seen.text), WITNESS, mine[0].time)


def doubts(
    reader: Reader, trees: Sequence[TreeHead], trust: Trust, memory: Memory
) -> Iterator[str]:
    """What keeps a log without fault from being proven: who was not asked, or had no answer."""
    if trust.witness is None and trees:
        yield f"the witness was not asked: {trust.no_witness}"
    for tree in trees:
        if not tree.size:
            continue
        if not trust.of(tree.origin):
            yield f"{tree.origin}: no public key of it was given, so no signature was checked"
        if trust.witness is not None:
            yield from _unwitnessed(reader, tree, memory)


def _unwitnessed(reader: Reader, tree: TreeHead, memory: Memory) -> Iterator[str]:
    """What the witness says nothing of; the newest entries may be on their way to it."""
    seen = [each.size for each in memory.get(tree.origin, ()) if each.by == WITNESS]
    if not seen:
        yield f"{tree.origin}: the witness did not answer, or knows nothing of it"
    elif tree.is_open and reader.execute(LATE, [tree.tree_id, seen[0], PATIENCE]).fetchone():
        yield (
            f"{tree.origin}: the witness knows {seen[0]} of {tree.size} entries,"
            " and the next has waited for it over a minute"
        )


def testimonies(trees: Sequence[TreeHead], memory: Memory) -> Iterator[str]:
    """Up to where and when the witness speaks for each log: behind that, nobody does."""
    for tree in trees:
        for each in memory.get(tree.origin, ()):
            if each.by == WITNESS:
                at = datetime.fromtimestamp(each.at, UTC).isoformat()
                yield f"{tree.origin}: the witness cosigned {each.size} entries at {at}"


def absences(trees: Sequence[TreeHead], memory: Memory) -> Iterator[str]:
    """Who else could have been asked and was not there; a witness makes up for it."""
    for tree in trees:
        if tree.size and SIGNERS_FILE not in _said_by(memory, tree):
            yield f"{tree.origin}: the signer's file is not here and was not asked"


def _said_by(memory: Memory, tree: TreeHead) -> set[str]:
    return {each.by for each in memory.get(tree.origin, ())}


def _statement(head: Checkpoint, by: str, at: int = 0) -> ClaimedHead:
    return ClaimedHead(head.size, head.root, by, at)


def _rotations(reader: Reader, tree: TreeHead) -> Iterator[tuple[int, VerifierKey]]:
    arguments = [tree.tree_id, tree.log_id, EventKind.KEY_ROTATED.code]
    for index, body in reader.execute(ROTATIONS, arguments).fetchall():
        try:
            yield index, VerifierKey.parse(orjson.loads(body)["detail"]["public_key"])
        except (BadNote, LookupError, ValueError):
            continue


def _cosignature_faults(
    tree: TreeHead, size: int, note: str, lines: Sequence[str], trust: Trust
) -> Iterator[Fault]:
    if trust.witness is None:
        return
    text = Note.parse(note).text
    for line in lines:
        try:
            Note(text, (NoteSignature.parse(line.rstrip("\n")),)).verified([trust.witness.key])
        except BadNote as error:
            message = f"a cosignature on the checkpoint of {size} is wrong: {error}"
            yield Fault(FaultCode.COSIGNATURE_WRONG, message, tree.origin, size)


def _lone_cosignatures(reader: Reader, tree: TreeHead) -> Iterator[Fault]:
    for (size,) in reader.execute(LONE_COSIGNATURES, [tree.tree_id]).fetchall():
        message = f"a witness cosigned {size} entries, but that checkpoint is gone"
        yield Fault(FaultCode.TAIL_CUT, message, tree.origin, size)


def succession_fault(reader: Reader, old: TreeHead, new: TreeHead) -> Fault | None:
    """The first entry of a successor says how the tree before it ended; that must be true."""
    row = reader.execute(FIRST_EVENT, [new.tree_id, new.log_id]).fetchone()
    body = orjson.loads(row[0]) if row else {}
    detail = body.get("detail", {})
    said = [body.get("kind"), detail.get("old_size"), detail.get("old_root")]
    said.append(detail.get("known_checkpoint") or "")
    root = base64.b64encode(old.frontier.root()).decode()
    if said == [EventKind.SUCCESSOR_OPENED.code, old.size, root, new.follows]:
        return None
    message = f"the first entry does not say how {old.origin} ended"
    return Fault(FaultCode.SUCCESSOR_WRONG, message, new.origin, 0)


LATE = """
select 1 from audit_leaf where tree_id = %s and idx = %s
   and at < clock_timestamp() - make_interval(secs => %s)
"""
ARRIVED = "select 1 from audit_checkpoint where tree_id = %s and size = %s"
CHECKPOINTS = """
select c.size, c.root, c.note,
       array(select k.line from audit_cosignature k
              where k.tree_id = c.tree_id and k.size = c.size order by k.witness)
  from audit_checkpoint c where c.tree_id = %s order by c.size
"""
LONE_COSIGNATURES = """
select distinct k.size from audit_cosignature k
  left join audit_checkpoint c on c.tree_id = k.tree_id and c.size = k.size
 where k.tree_id = %s and c.size is null order by k.size
"""
ROTATIONS = """
select l.idx, e.body from audit_event e
  join audit_leaf l on l.event_id = e.id and l.tree_id = %s
 where e.log_id = %s and e.kind = %s order by l.idx
"""
FIRST_EVENT = """
select e.body from audit_leaf l
  join audit_event e on e.id = l.event_id and e.at = l.at and e.keep = l.keep
 where l.tree_id = %s and l.idx = 0 and e.log_id = %s
"""
