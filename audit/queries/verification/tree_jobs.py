"""Check one tree and all that was signed over it, as one piece of work."""

from dataclasses import dataclass, field

from audit.queries.trees import TreeHead
from audit.queries.verification.faults import Fault
from audit.queries.verification.heads import HeadCheck, Trust
from audit.queries.verification.reading import Reader, hash_tiles
from audit.queries.verification.trees import ClaimedHead, Found, TreeCheck


@dataclass(slots=True)
class TreeReport:
    """Faults with the entry at which they show, and those of the checkpoints themselves."""

    found: list[Found] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TreeJob:
    """A tree, what follows it, whom to trust, and what they remember of it."""

    tree: TreeHead
    successor: TreeHead | None
    trust: Trust
    remembered: tuple[ClaimedHead, ...] = ()

    def checked(self, reader: Reader) -> TreeReport:
        heads = HeadCheck(reader, self.tree, self.trust, self.successor, self.remembered)
        check = TreeCheck(self.tree, heads.statements(), _nodes(reader, self.tree))
        found = list(check.run(hash_tiles(reader, self.tree.tree_id)))
        return TreeReport(found, list(heads.finish()))


def _nodes(reader: Reader, tree: TreeHead) -> dict[tuple[int, int], bytes]:
    query = "select level, idx, hash from audit_node where tree_id = %s"
    rows = reader.execute(query, [tree.tree_id])
    return {(level, index): bytes(value) for level, index, value in rows}
