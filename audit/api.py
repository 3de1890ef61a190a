"""The record over REST: events, proofs, checkpoints and tiles, as C2SP spells them.

Another tool can mirror and check the log from `checkpoint` and `tile/…` alone. Whoever reads what
happened is recorded; hashes and signatures say nothing and leave no trace.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from audit.commands.reading import note_read
from audit.log.tiles import consistency_proof
from audit.queries.events import Found, event_page, seen_event
from audit.queries.proofs import proof_of, reach_of, states_of
from audit.queries.tile_files import entry_tile, hash_tile
from audit.queries.trees import TreeHead, latest_checkpoint, tile_reader, trees_of
from audit.reading_filters import EventsAsked
from foundation.inputs import Id, Input, Whole
from foundation.reads import BYTES, TEXT, Nothing, Reads, read
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act

EVENTS = "audit/events/"
EVENT = f"{EVENTS}<uuid:event_id>/"
LOG = "audit/logs/<int:log_id>/"
VIEW = Act.VIEW_RECORD


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event as it is kept, in the form that is hashed, with the place it has in the log."""

    id: UUID
    log: int | None
    index: int | None
    state: Literal["waiting", "sealed", "signed", "witnessed"]
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KeptEvents:
    """A page of events, newest first, and the cursor of the next."""

    events: tuple[KeptEvent, ...]
    next: str | None


@read(EventsAsked, act=VIEW, path=EVENTS)
def read_audit_events(viewer: Person, asked: EventsAsked) -> KeptEvents:
    """The event stream, newest first."""
    filters = asked.filters(viewer)
    _note(viewer, "stream", filters=filters.wanted())
    page = event_page(filters, asked.cursor)
    return KeptEvents(_kept(list(page.events)), str(page.next) if page.next else None)


class OneEvent(Input):
    """Which event."""

    event_id: UUID


@read(OneEvent, act=VIEW, path=EVENT)
def read_audit_event(viewer: Person, asked: OneEvent) -> KeptEvent:
    """One event."""
    _note(viewer, "event", event=str(asked.event_id))
    return _kept([_event(viewer, asked)])[0]


@read(OneEvent, act=VIEW, path=f"{EVENT}proof/", media_type=TEXT)
def read_audit_proof(viewer: Person, asked: OneEvent) -> str:
    """The proof of an event, as a C2SP .tlog-proof."""
    proven = proof_of(_event(viewer, asked))
    if proven is None:
        raise Refused("not_signed", _("This event is not signed yet. Try again soon."))
    return str(proven.proof)


@dataclass(frozen=True, slots=True)
class LogReach:
    """A log as far as it goes."""

    log: int
    origin: str
    size: int
    signed: int
    witnessed: int
    is_open: bool


@read(Nothing, act=VIEW, path="audit/logs/")
def read_audit_logs(viewer: Person, asked: Nothing) -> tuple[LogReach, ...]:
    """The logs of the property."""
    return tuple(_reach(tree) for tree in trees_of(viewer.property_id))


class OneLog(Input):
    """Which log."""

    log_id: Id


@read(OneLog, act=VIEW, path=f"{LOG}checkpoint", media_type=TEXT)
def read_audit_checkpoint(viewer: Person, asked: OneLog) -> str:
    """The newest signed checkpoint, with its cosignatures."""
    head = latest_checkpoint(_tree(viewer, asked).tree_id)
    if head is None:
        raise Http404
    return str(head.note)


class TwoSizes(OneLog):
    """Between which sizes of which log."""

    old: Whole = 0
    size: Whole = 0


@dataclass(frozen=True, slots=True)
class Consistency:
    """That the log of `old` entries begins the log of `size` entries: hashes in hex."""

    old: int
    size: int
    proof: tuple[str, ...]


@read(TwoSizes, act=VIEW, path=f"{LOG}consistency/")
def read_audit_consistency(viewer: Person, asked: TwoSizes) -> Consistency:
    """A consistency proof between two sizes."""
    tree = _tree(viewer, asked)
    if not 0 < asked.old <= asked.size <= tree.size:
        message = _("0 < old <= size <= {size}").format(size=tree.size)
        raise ValidationError({"size": [message]})
    proof = consistency_proof(asked.old, asked.size, tile_reader(tree.tree_id))
    return Consistency(asked.old, asked.size, tuple(each.hex() for each in proof))


class OneTile(OneLog):
    """Which tile of which log: `0/000`, `1/000.p/17`, `entries/000.p/3`."""

    tile: str


@read(OneTile, act=VIEW, path=f"{LOG}tile/<path:tile>", media_type=BYTES)
def read_audit_tile(viewer: Person, asked: OneTile) -> bytes:
    """A hash tile of the tree, or its entries, as C2SP tlog-tiles."""
    if asked.tile.startswith("entries/"):
        _note(viewer, "entries", tile=asked.tile[:80])
        content = entry_tile(_tree(viewer, asked), asked.tile.removeprefix("entries/"))
    else:
        content = hash_tile(_tree(viewer, asked), asked.tile)
    if content is None:
        raise Http404
    return content


READS: Reads = (
    read_audit_events,
    read_audit_event,
    read_audit_proof,
    read_audit_logs,
    read_audit_checkpoint,
    read_audit_consistency,
    read_audit_tile,
)


def _note(viewer: Person, what: str, **detail: Any) -> None:
    note_read(what, by=viewer, at=timezone.now(), detail=detail)


def _event(viewer: Person, asked: OneEvent) -> Found:
    found = seen_event(viewer, asked.event_id)
    if found is None:
        raise Http404
    return found


def _tree(viewer: Person, asked: OneLog) -> TreeHead:
    for tree in trees_of(viewer.property_id):
        if tree.tree_id == asked.log_id:
            return tree
    raise Http404


def _kept(events: list[Found]) -> tuple[KeptEvent, ...]:
    states = states_of(events)
    return tuple(
        KeptEvent(each.id, each.tree_id, each.idx, states[str(each.id)].value, each.body)
        for each in events
    )


def _reach(tree: TreeHead) -> LogReach:
    reach = reach_of(tree.tree_id)
    return LogReach(
        log=tree.tree_id,
        origin=tree.origin,
        size=tree.size,
        signed=reach.signed,
        witnessed=reach.witnessed,
        is_open=tree.is_open,
    )
