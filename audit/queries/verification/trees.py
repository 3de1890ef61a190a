"""Rebuild one tree tile by tile and compare it with everything that was ever said about it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from audit.log.merkle import EMPTY_ROOT, HASH_SIZE, TILE_WIDTH, Frontier, fold, perfect_root
from audit.log.notes import BadNote, Checkpoint, Note, Unsigned, VerifierKey
from audit.queries.trees import TreeHead
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import HashTile


@dataclass(frozen=True, slots=True)
class ClaimedHead:
    """A head that somebody holds to be the tree's: a checkpoint, or what a witness remembers."""

    size: int
    root: bytes
    by: str
    at: int = 0


@dataclass(slots=True)
class TreeBuilder:
    """The tree as its complete tiles make it: the roots on its edge, and what a tile completes."""

    levels: list[Frontier] = field(default_factory=list)

    def append(self, root: bytes) -> list[bytes]:
        """Add a complete tile; return the groups that it completes, from level 1 up."""
        completed, at = [root], 0
        while True:
            if at == len(self.levels):
                self.levels.append(Frontier())
            level = self.levels[at]
            level.append(root)
            if level.size < TILE_WIDTH:
                return completed
            root = level.roots[0]
            completed.append(root)
            self.levels[at] = Frontier()
            at += 1

    def edge(self, leaves: Sequence[bytes]) -> list[bytes]:
        """The roots of the complete subtrees with these leaves of an incomplete tile behind."""
        frontier = Frontier()
        frontier.extend(leaves)
        roots = [root for level in reversed(self.levels) for root in level.roots]
        return roots + frontier.roots

    def root(self, leaves: Sequence[bytes]) -> bytes:
        edge = self.edge(leaves)
        return fold(edge) if edge else EMPTY_ROOT


# What is found at one entry comes in this order: a gap before it, its event, what it completes.
GAP, EVENT, WHOLE = 0, 1, 2
Found = tuple[tuple[int, int], Fault]


@dataclass(slots=True)
class TreeCheck:
    """What one tree is checked against. Statements come in the order of their sizes."""

    tree: TreeHead
    statements: Iterable[ClaimedHead]
    nodes: Mapping[tuple[int, int], bytes]

    def run(self, tiles: Iterable[HashTile]) -> Iterator[Found]:
        """Check every tile in order; faults come with the entry at which they show.

        Behind a missing entry the tree cannot be rebuilt.
        """
        builder, size, good, is_whole = TreeBuilder(), 0, 0, True
        waiting = iter(self.statements)
        statement = next(waiting, None)
        leaves: list[bytes] = []
        for tile in tiles:
            if tile.first != size or not tile.is_whole:
                yield from self._gaps(tile, size)
                is_whole = False
            size = tile.indexes[-1] + 1
            if not is_whole:
                continue
            leaves = _split(tile.hashes)
            while statement is not None and statement.size <= size:
                if builder.root(leaves[: statement.size - tile.first]) != statement.root:
                    yield (statement.size - 1, WHOLE), self._root_fault(statement, good)
                good = statement.size
                statement = next(waiting, None)
            if len(leaves) == TILE_WIDTH:
                completed = builder.append(perfect_root(leaves))
                leaves = []
                for fault in self._check_nodes(size, completed):
                    yield (size - 1, WHOLE), fault
        for fault in self._check_end(builder.edge(leaves), size, is_whole=is_whole):
            yield (size, WHOLE), fault
        while statement is not None:
            if statement.size > size:
                yield (statement.size, WHOLE), self._beyond(statement, size)
            statement = next(waiting, None)

    def _gaps(self, tile: HashTile, size: int) -> Iterator[Found]:
        if len(tile.hashes) != len(tile.indexes) * HASH_SIZE:
            message = f"an entry up to #{tile.indexes[-1]} has a hash of the wrong length"
            fault = self._fault(FaultCode.LEAF_CHANGED, message, tile.first)
            yield (tile.first, GAP), fault
        for found in tile.indexes:
            if found != size:
                yield (min(size, found), GAP), self._gap(size, found)
            size = found + 1

    def _check_nodes(self, size: int, completed: Sequence[bytes]) -> Iterator[Fault]:
        for level, root in enumerate(completed, 1):
            width = TILE_WIDTH**level
            index = size // width - 1
            if self.nodes.get((level, index)) != root:
                message = f"entries #{size - width} to #{size - 1} do not match their node"
                yield self._fault(FaultCode.LEAF_CHANGED, message, size - width)

    def _check_end(self, edge: list[bytes], size: int, *, is_whole: bool) -> Iterator[Fault]:
        if size < self.tree.size:
            message = f"the entry is missing, and all after it up to #{self.tree.size - 1}"
            yield self._fault(FaultCode.LEAF_MISSING, message, size)
        elif size > self.tree.size:
            message = f"the entry is beyond the end of the tree, which has {self.tree.size}"
            yield self._fault(FaultCode.LEAF_EXTRA, message, self.tree.size)
        elif is_whole and b"".join(edge) != self.tree.frontier.to_bytes():
            yield self._fault(FaultCode.EDGE_DIFFERS, "the tree's stored edge is wrong", size)

    def _gap(self, size: int, found: int) -> Fault:
        message = f"entries are missing up to #{found - 1}" if found > size else "entry is doubled"
        return self._fault(FaultCode.LEAF_MISSING, message, size)

    def _root_fault(self, statement: ClaimedHead, good: int) -> Fault:
        size = statement.size
        message = (
            f"the {size} entries do not give the root in {statement.by}:"
            f" something among #{good} to #{size - 1} was changed, or {statement.by} was"
        )
        return self._fault(FaultCode.ROOT_DIFFERS, message, good)

    def _beyond(self, statement: ClaimedHead, size: int) -> Fault:
        message = f"the log ends here, but {statement.by} has {statement.size} entries"
        return self._fault(FaultCode.TAIL_CUT, message, size)

    def _fault(self, code: FaultCode, message: str, index: int, event_id: str = "") -> Fault:
        return Fault(code, message, self.tree.origin, index, event_id)


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + HASH_SIZE] for at in range(0, len(hashes), HASH_SIZE)]


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
