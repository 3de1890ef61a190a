"""Write bundles that an outsider can verify, and record that they were asked for and taken away."""

import hashlib
import os
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, Annotated, Any, ClassVar, TypedDict
from uuid import UUID, uuid4

import orjson
from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError as BrokerError

from audit.events import EventKind
from audit.log.bundle import BundleEntry, Contents, Vouch, Voucher, write_bundle
from audit.log.canonical import canonical_time
from audit.log.durable import make_private_directory, sync_directory
from audit.log.notes import Note
from audit.log.proofs import LogProof
from audit.log.tiles import inclusion_proof
from audit.models import Export, ExportState
from audit.queries.keys import public_keys
from audit.queries.leaves import LeafPlace, leaf_of
from audit.queries.selections import Selection, bodies, selected_places, unsealed, whole_streams
from audit.queries.trees import (
    SignedHead,
    checkpoint_before,
    checkpoint_covering,
    latest_checkpoint,
    tile_reader,
    tree_head,
    witnessed_size,
)
from audit.record import append, record
from audit.wording import Names, sentence_of
from foundation.commands import Call, command
from foundation.files import content_kept, keep_file, scratch
from foundation.inputs import Input, text
from foundation.locks import only_one
from foundation.reading import READER, wait_for_reader
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require

NAMES_AT_ONCE = 500
WITNESS_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Written:
    """A bundle on the disk."""

    path: Path
    sha256: str
    size: int
    events: int


class RequestExport(Input):
    """Which events the bundle holds, and how it is called."""

    takes_more: ClassVar[bool] = True

    selection: Selection
    title: Annotated[str, text(120)]


class ExportAnswer(TypedDict):
    """The bundle that a worker writes."""

    id: UUID


def export_answer(by: Person, export: Export) -> ExportAnswer:
    return {"id": export.pk}


@command(
    RequestExport,
    act=Act.EXPORT_RECORD,
    says=gettext_lazy("Write a bundle"),
    answer=export_answer,
)
def request_export(call: Call[RequestExport]) -> Export:
    """Note that somebody wants a bundle; a worker writes it."""
    title, selection = call.input.title, call.input.selection.as_json()
    export = Export.objects.create(
        id=uuid4(),
        property_id=call.by.property_id,
        requested_by_id=call.by.pk,
        requested_at=call.at,
        about={"title": title, **selection},
    )
    detail = {"title": title, "selection": selection}
    call.record(EventKind.EXPORT_REQUESTED, about=export, detail=detail)
    transaction.on_commit(partial(ring_writer, export.pk), robust=True)
    return export


def write_requested(export_id: UUID, *, at: datetime, wait_seconds: float = 30.0) -> bool:
    """Write a bundle that was asked for. A second worker at the same export leaves at once."""
    with only_one(f"audit.export:{export_id}") as is_ours:
        return is_ours and _write_requested(export_id, at, wait_seconds)


def _write_requested(export_id: UUID, at: datetime, wait_seconds: float) -> bool:
    export = Export.objects.get(pk=export_id)
    if export.state != ExportState.WAITING:
        return False
    try:
        with scratch(f"{export_id}.zip") as path:
            written = write_selection(
                Selection.from_json(export.about),
                title=str(export.about["title"]),
                path=path,
                at=at,
                wait_seconds=wait_seconds,
                by=asked_by(export),
            )
            _finish(export, written, at)
    except Refused as refused:
        Export.objects.filter(pk=export_id).update(
            state=ExportState.FAILED, trouble=str(refused.message)[:200], finished_at=at
        )
        return False
    return True


@transaction.atomic
def _finish(export: Export, written: Written, at: datetime) -> None:
    keep_file(export_name(export.pk), written.path)
    Export.objects.filter(pk=export.pk).update(
        state=ExportState.READY,
        events=written.events,
        sha256=written.sha256,
        bytes=written.size,
        finished_at=at,
    )
    detail = {
        "title": export.about["title"],
        "sha256": written.sha256,
        "events": written.events,
        "bytes": written.size,
    }
    record(EventKind.EXPORT_WRITTEN, about=export, by=asked_by(export), at=at, detail=detail)


def asked_by(export: Export) -> Person | None:
    """Whoever asked for a bundle: what is written for them is theirs on the record too."""
    by = export.requested_by_id
    return Person.everybody.get(pk=by) if by is not None else None


def export_name(export_id: UUID) -> str:
    """The name under which a bundle is kept."""
    return f"exports/{export_id}.zip"


@transaction.atomic
def note_fetched(export: Export, *, by: Person, at: datetime) -> None:
    """Record that somebody took a bundle away."""
    require(by, Act.EXPORT_RECORD)
    detail = {"title": export.about["title"], "sha256": export.sha256}
    record(EventKind.EXPORT_FETCHED, about=export, by=by, at=at, detail=detail)


def write_selection(
    selection: Selection,
    *,
    title: str,
    path: Path,
    at: datetime,
    wait_seconds: float = 30.0,
    by: Person | None = None,
) -> Written:
    """Write the bundle of a selection to a file, once everything in it is signed.

    A bundle is of one tree; of a log with a successor the file holds a bundle for each.
    """
    deadline = time.monotonic() + wait_seconds
    wait_for_reader(deadline)
    while unsealed(selection) and time.monotonic() < deadline:
        time.sleep(0.2)
    found = selected_places(selection)
    if not found:
        raise Refused("nothing_to_export", _("No sealed event fits. Choose something else."))
    trees = sorted({place.tree_id for place in found})
    written = [
        _write_tree(
            [place for place in found if place.tree_id == tree_id],
            selection,
            title=title,
            path=path if len(trees) == 1 else path.with_suffix(f".{tree_id}.zip"),
            at=at,
            deadline=deadline,
            by=by,
        )
        for tree_id in trees
    ]
    return written[0] if len(written) == 1 else _join(written, path)


def _write_tree(
    found: Sequence[LeafPlace],
    selection: Selection,
    *,
    title: str,
    path: Path,
    at: datetime,
    deadline: float,
    by: Person | None,
) -> Written:
    head = _signed_head(found[-1], selection.log_id, deadline)
    # What was sealed meanwhile and is signed with the rest belongs to it.
    found = [
        place
        for place in selected_places(selection)
        if place.tree_id == found[0].tree_id and place.idx < head.size
    ]
    contents = bundle_contents(found, head, title=title, about=selection.as_json(), at=at)
    contents = contents.with_streams(whole_streams(found, selection, head.size))
    vouch = partial(_vouched, selection.log_id, by, at, deadline)
    return write_file(contents, path, vouch)


def _vouched(
    log_id: int,
    by: Person | None,
    at: datetime,
    deadline: float,
    digest: str,
    manifest: Mapping[str, Any],
) -> Voucher:
    """Seal what a bundle claims and the hash of its manifest; prove that it stands in the log."""
    streams = manifest["streams"]
    with transaction.atomic():
        event_id = append(
            EventKind.BUNDLE_CLAIMED,
            log_id=log_id,
            subjects=[f"bundles:{log_id}"],
            by=by,
            at=at,
            detail={
                "title": manifest["title"],
                "manifest": digest,
                "selection": manifest["selection"],
                "counts": [[stream, last] for stream, (_first, last) in sorted(streams.items())],
                "events": manifest["events"],
                "origin": manifest["origin"],
                "size": manifest["size"],
            },
            change={"before": None, "after": None},
        )
    place = _sealed_place(event_id, log_id, deadline)
    head = _signed_head(place, log_id, deadline)
    # From the primary: a replica may not have heard of it yet.
    ((_place, body),) = bodies([place], using="default")
    path = inclusion_proof(place.idx, head.size, tile_reader(place.tree_id, using="default"))
    return Voucher(body, LogProof(place.idx, tuple(path), head.note))


def _sealed_place(event_id: UUID, log_id: int, deadline: float) -> LeafPlace:
    while True:
        ring_signer(log_id)
        place = leaf_of(event_id)
        if place is not None:
            return place
        if time.monotonic() > deadline:
            raise _not_signed()
        time.sleep(0.2)


def _not_signed() -> Refused:
    return Refused("not_signed", _("The newest events are not signed yet. Try again soon."))


def _join(written: Sequence[Written], path: Path) -> Written:
    """Put the bundles of a log's trees, one each, into one file."""
    part = path.with_name(f".{path.name}.part")
    with part.open("w+b") as file:
        with zipfile.ZipFile(file, "w") as archive:
            for number, each in enumerate(written, 1):
                archive.write(each.path, f"tree-{number}.zip")
        file.flush()
        os.fsync(file.fileno())
        digest, size = _digest(file)
    part.replace(path)
    for each in written:
        each.path.unlink()
    return Written(path, digest, size, sum(each.events for each in written))


def bundle_contents(
    found: Sequence[LeafPlace], head: SignedHead, *, title: str, about: dict[str, Any], at: datetime
) -> Contents:
    """Put together what a bundle of these places holds."""
    tree_id = found[0].tree_id
    first, last = found[0].idx, found[-1].idx
    is_range = last - first + 1 == len(found)
    rotations, signed_rotations = _rotations(tree_id, head.size)
    return Contents(
        title=title,
        about=about,
        head=head.note,
        entries=_entries(found),
        read=tile_reader(tree_id, using=READER),
        selection={"kind": "range", "first": first, "end": last + 1}
        if is_range
        else {"kind": "listed"},
        earlier=_earlier(tree_id, head, signed_rotations),
        rotations=rotations,
        keys=public_keys(tree_head(tree_id, using=READER).origin),
        written_at=canonical_time(at),
        software=settings.SOFTWARE_VERSION,
        attached=content_kept,
    )


def write_file(contents: Contents, path: Path, vouch: Vouch | None = None) -> Written:
    """Write a bundle so that it is whole on the disk or not there at all."""
    make_private_directory(path.parent)
    part = path.with_name(f".{path.name}.part")
    with part.open("w+b") as file:
        manifest = write_bundle(contents, file, vouch)
        file.flush()
        os.fsync(file.fileno())
        digest, size = _digest(file)
    part.replace(path)
    sync_directory(path.parent)
    return Written(path, digest, size, manifest["events"])


def _signed_head(last: LeafPlace, log_id: int, deadline: float) -> SignedHead:
    """The newest checkpoint that covers the last event, cosigned where the log has a witness.

    The signer is asked to hurry. A witness that does not answer is not waited for long: whoever
    checks the bundle is told that it did not cosign.
    """
    ring_signer(log_id)
    patience = deadline
    while True:
        witnessed = witnessed_size(last.tree_id, using=READER)
        if witnessed > last.idx:
            head = checkpoint_before(witnessed, last.tree_id, using=READER)
        else:
            head = latest_checkpoint(last.tree_id, using=READER)
        now = time.monotonic()
        if head is not None and head.size > last.idx:
            patience = min(patience, now + WITNESS_SECONDS)
            has_witness = bool(witnessed or settings.WITNESS_URL)
            if witnessed > last.idx or not has_witness or now >= patience:
                return head
        if now > deadline:
            raise _not_signed()
        time.sleep(0.2)


def ring_writer(export_id: UUID) -> None:
    """Ask a worker to write a bundle; if nobody hears, the check of every minute asks again."""
    try:
        current_app.send_task("audit.write_export", [str(export_id)])
    except (BrokerError, OSError):
        pass


def ring_signer(log_id: int) -> None:
    """Ask for a checkpoint now rather than in five seconds; nothing is lost if nobody hears.

    The beat does it for every log; `log_id` says which one is waited for.
    """
    try:
        current_app.send_task("audit.checkpoint", expires=10)
    except (BrokerError, OSError):
        pass


def _entries(found: Sequence[LeafPlace]) -> Iterator[BundleEntry]:
    rows: list[tuple[LeafPlace, bytes]] = []
    for row in bodies(found, using=READER):
        rows.append(row)
        if len(rows) == NAMES_AT_ONCE:
            yield from _named(rows)
            rows = []
    yield from _named(rows)


def _named(rows: Sequence[tuple[LeafPlace, bytes]]) -> Iterator[BundleEntry]:
    parsed = [orjson.loads(body) for _, body in rows]
    names = Names.of(parsed)
    for (place, body), event in zip(rows, parsed, strict=True):
        yield BundleEntry(place.idx, body, sentence_of(event, names))


def _rotations(tree_id: int, size: int) -> tuple[list[BundleEntry], list[Note]]:
    """The events that changed the key, and the checkpoints that vouch for them."""
    with connection.cursor() as cursor:
        cursor.execute(ROTATIONS, [EventKind.KEY_ROTATED.code, tree_id, size])
        rows = cursor.fetchall()
    entries = [BundleEntry(index, bytes(body)) for index, body in rows]
    heads = [checkpoint_covering(entry.index, tree_id, using=READER) for entry in entries]
    return entries, [head.note for head in heads if head is not None]


def _earlier(tree_id: int, head: SignedHead, rotations: Sequence[Note]) -> list[Note]:
    """Earlier checkpoints for the bundle: of each change of key, and the one just before."""
    before = checkpoint_before(head.size - 1, tree_id, using=READER)
    notes = {note.text: note for note in [*rotations, *([before.note] if before else [])]}
    notes.pop(head.note.text, None)
    return list(notes.values())


def _digest(file: IO[bytes]) -> tuple[str, int]:
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # a file
    return digest, file.tell()


ROTATIONS = """
select l.idx, e.body from audit_event e join audit_leaf l on l.event_id = e.id
 where e.kind = %s and l.tree_id = %s and l.idx < %s order by l.idx
"""
