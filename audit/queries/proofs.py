"""How far an event is proven, and the proof itself."""

from dataclasses import dataclass
from enum import StrEnum

from audit.log.merkle import BadProof, check_inclusion, leaf_hash
from audit.log.proofs import LogProof
from audit.log.tiles import inclusion_proof
from audit.queries.events import Found
from audit.queries.trees import SignedHead, latest_checkpoint, tile_reader, witnessed_size


class ProofState(StrEnum):
    """How far an event has come; each step needs fewer people to be believed."""

    WAITING = "waiting"
    SEALED = "sealed"
    SIGNED = "signed"
    WITNESSED = "witnessed"


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a tree is signed and witnessed."""

    signed: int
    witnessed: int

    def state_of(self, idx: int) -> ProofState:
        if idx < self.witnessed:
            return ProofState.WITNESSED
        return ProofState.SIGNED if idx < self.signed else ProofState.SEALED


def reach_of(tree_id: int) -> Reach:
    latest = latest_checkpoint(tree_id)
    return Reach(latest.size if latest else 0, witnessed_size(tree_id))


def states_of(events: list[Found]) -> dict[str, ProofState]:
    """The state of each event, by its id."""
    trees = {event.tree_id for event in events if event.tree_id is not None}
    reaches = {tree_id: reach_of(tree_id) for tree_id in trees}
    return {
        str(event.id): ProofState.WAITING
        if event.tree_id is None or event.idx is None
        else reaches[event.tree_id].state_of(event.idx)
        for event in events
    }


@dataclass(frozen=True, slots=True)
class Proven:
    """The proof of one event, and whether it holds for the event as it is stored."""

    proof: LogProof
    head: SignedHead
    holds: bool


def proof_of(event: Found) -> Proven | None:
    """Build and check the proof of an event under the newest checkpoint; None while unsigned."""
    if event.tree_id is None or event.idx is None:
        return None
    head = latest_checkpoint(event.tree_id)
    if head is None or head.size <= event.idx:
        return None
    path = inclusion_proof(event.idx, head.size, tile_reader(event.tree_id))
    proof = LogProof(event.idx, tuple(path), head.note)
    try:
        check_inclusion(leaf_hash(event.raw), event.idx, head.size, path, head.checkpoint.root)
    except BadProof:
        return Proven(proof, head, holds=False)
    return Proven(proof, head, holds=True)
