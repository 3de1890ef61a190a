"""Rebuild one tree leaf by leaf and compare it with everything that was ever said about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from audit.log.merkle import EMPTY_ROOT, TILE_WIDTH, Frontier, fold
from audit.log.notes import BadNote, Checkpoint, Note, Unsigned, VerifierKey
from audit.queries.trees import TreeHead
from audit.queries.verification.bodies import Bodies
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import EventWindow, Leaf


@dataclass(frozen=True, slots=True)
class Statement:
    """A head that somebody holds to be the tree's: a checkpoint, or what a witness remembers."""

    size: int
    root: bytes
    by: str
    note: str = ""


@dataclass(slots=True)
class TreeBuilder:
    """The tree as its leaves make it, with the root of every complete group of 256 on the way."""

    levels: list[Frontier] = field(default_factory=lambda: [Frontier()])

    def append(self, leaf: bytes) -> list[bytes]:
        """Add a leaf; return the groups that it completes, from level 1 up."""
        level = self.levels[0]
        level.append(leaf)
        if level.size < TILE_WIDTH:
            return NOTHING
        completed, at = [], 0
        while self.levels[at].size == TILE_WIDTH:
            root = self.levels[at].roots[0]
            completed.append(root)
            self.levels[at] = Frontier()
            at += 1
            if at == len(self.levels):
                self.levels.append(Frontier())
            self.levels[at].append(root)
        return completed

    def edge(self) -> list[bytes]:
        return [root for level in reversed(self.levels) for root in level.roots]

    def root(self) -> bytes:
        edge = self.edge()
        return fold(edge) if edge else EMPTY_ROOT


NOTHING: list[bytes] = []


@dataclass(slots=True)
class TreeCheck:
    """What one tree is checked against. Statements come in the order of their sizes."""

    tree: TreeHead
    statements: Iterable[Statement]
    nodes: Mapping[tuple[int, int], bytes]
    archived: frozenset[tuple[str, str]]
    bodies: Bodies
    progress: Callable[[], None]

    def run(self, leaves: Iterable[Leaf], events: EventWindow) -> Iterator[Fault]:
        """Check every leaf in order; the first fault comes first.

        Behind a missing leaf the tree cannot be rebuilt, but events are still compared.
        """
        builder, size, good, is_whole = TreeBuilder(), 0, 0, True
        waiting = iter(self.statements)
        statement = next(waiting, None)
        for leaf in leaves:
            if leaf.idx != size:
                yield self._gap(size, leaf.idx)
                is_whole, size = False, leaf.idx
            yield from self._check_event(leaf, events)
            size += 1
            if not is_whole:
                continue
            completed = builder.append(leaf.hash)
            if completed:
                yield from self._check_nodes(size, completed)
                self.progress()
            while statement is not None and statement.size <= size:
                if statement.size == size and builder.root() != statement.root:
                    yield self._root_fault(statement, good, size)
                good = size
                statement = next(waiting, None)
        yield from self._check_end(builder, size, is_whole=is_whole)
        while statement is not None:
            if statement.size > size:
                yield self._beyond(statement, size)
            statement = next(waiting, None)

    def _check_event(self, leaf: Leaf, events: EventWindow) -> Iterator[Fault]:
        if self.archived and (leaf.at[:7], leaf.keep) in self.archived:
            self.bodies.archived += 1
            return
        row = events.take(leaf)
        if row is None:
            yield self._fault(FaultCode.EVENT_MISSING, "the event is gone", leaf.idx, leaf.event_id)
            return
        if sha256(b"\x00" + row.body).digest() != leaf.hash:
            self.bodies.streams[row.stream] = row.stream_v
            message = "the event was changed: it does not match its entry"
            yield self._fault(FaultCode.EVENT_CHANGED, message, leaf.idx, leaf.event_id)
            return
        trouble = self.bodies.trouble_of(row, self.tree.log_id, leaf)
        if trouble is not None:
            code, message = trouble
            yield self._fault(code, message, leaf.idx, leaf.event_id)

    def _check_nodes(self, size: int, completed: Sequence[bytes]) -> Iterator[Fault]:
        for level, root in enumerate(completed, 1):
            width = TILE_WIDTH**level
            index = size // width - 1
            if self.nodes.get((level, index)) != root:
                message = f"entries #{size - width} to #{size - 1} do not match their node"
                yield self._fault(FaultCode.LEAF_CHANGED, message, size - width)

    def _check_end(self, builder: TreeBuilder, size: int, *, is_whole: bool) -> Iterator[Fault]:
        if size < self.tree.size:
            message = f"the entry is missing, and all after it up to #{self.tree.size - 1}"
            yield self._fault(FaultCode.LEAF_MISSING, message, size)
        elif size > self.tree.size:
            message = f"the entry is beyond the end of the tree, which has {self.tree.size}"
            yield self._fault(FaultCode.LEAF_EXTRA, message, self.tree.size)
        elif is_whole and b"".join(builder.edge()) != self.tree.frontier.to_bytes():
            yield self._fault(FaultCode.EDGE_DIFFERS, "the tree's stored edge is wrong", size)

    def _gap(self, size: int, found: int) -> Fault:
        message = f"entries are missing up to #{found - 1}" if found > size else "entry is doubled"
        return self._fault(FaultCode.LEAF_MISSING, message, size)

    def _root_fault(self, statement: Statement, good: int, size: int) -> Fault:
        message = (
            f"the {size} entries do not give the root in {statement.by}:"
            f" something among #{good} to #{size - 1} was changed, or {statement.by} was"
        )
        return self._fault(FaultCode.ROOT_DIFFERS, message, good)

    def _beyond(self, statement: Statement, size: int) -> Fault:
        message = f"the log ends here, but {statement.by} has {statement.size} entries"
        return self._fault(FaultCode.TAIL_CUT, message, size)

    def _fault(self, code: FaultCode, message: str, index: int, event_id: str = "") -> Fault:
        return Fault(code, message, self.tree.origin, index, event_id)


def signature_fault(
    tree: TreeHead, size: int, root: bytes, note_text: str, keys: Sequence[VerifierKey]
) -> Fault | None:
    """What is wrong with a stored checkpoint on its own: its text, its signatures."""
    try:
        note = Note.parse(note_text)
        said = Checkpoint.parse(note.text)
        if (said.origin, said.size, said.root) != (tree.origin, size, root):
            message = f"the checkpoint of {size} says something else than its row"
            return Fault(FaultCode.CHECKPOINT_WRONG, message, tree.origin, size)
        note.verified(keys)
    except Unsigned:
        message = f"the checkpoint of {size} is signed by no key that you trust"
        return Fault(FaultCode.CHECKPOINT_UNTRUSTED, message, tree.origin, size)
    except BadNote as error:
        message = f"the checkpoint of {size} is wrong: {error}"
        return Fault(FaultCode.CHECKPOINT_WRONG, message, tree.origin, size)
    return None
