"""Sign the heads of the trees. Only the signer's process does this: it alone can read the key.

Before every signature the fork guard compares the tree with everything that is known to have been
signed: the file that this signer keeps, the checkpoints in the database, and what the witness
remembers. A tree that does not contain all of them (a restored backup, a copied disk, a rewritten
table) is never signed again; two people have to open a successor.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import connections

from audit.commands.alarms import end_alarm, raise_alarm
from audit.log.durable import create_durably, make_private_directory, write_durably
from audit.log.keys import KeyFolder
from audit.log.notes import Checkpoint, Note, SigningKey, VerifierKey
from audit.log.tiles import TileReader, cached, consistency_proof, root_at
from audit.models import AlarmCode
from audit.queries.keys import published_witness_key
from audit.queries.trees import (
    TreeHead,
    latest_checkpoint,
    open_trees,
    tile_reader,
    tree_head,
    witnessed_size,
)
from audit.witnessing import WitnessAway, WitnessClient, WitnessRefused

SIGNER = "signer"
logger = logging.getLogger(__name__)


class Forked(Exception):
    """The tree does not continue what was signed before."""

    def __init__(self, code: AlarmCode, **detail: object) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail = code, detail


@dataclass(frozen=True, slots=True)
class Known:
    """A head that somebody remembers to have been signed."""

    by: str
    head: Checkpoint


def sign_everything(*, at: datetime) -> int:
    """Sign the head of every open tree that grew; return how many were signed."""
    return sum(sign_tree(tree.tree_id, at=at) for tree in open_trees(using=SIGNER))


def sign_tree(tree_id: int, *, at: datetime) -> bool:
    """Sign one tree's head and have it witnessed; say whether a new checkpoint was signed."""
    tree = tree_head(tree_id, using=SIGNER)
    if tree.size == 0 or not tree.is_open:
        return False
    folder = KeyFolder.of(settings.SIGNER_DIR, tree.origin)
    with folder.alone() as held:
        if not held:
            return False
        try:
            signed = _sign_alone(tree, folder, at)
        except Forked as fork:
            raise_alarm(tree.log_id, fork.code, {"origin": tree.origin, **fork.detail}, at=at)
            return False
        end_alarm(tree.log_id, AlarmCode.LOG_FORKED, at=at)
        end_alarm(tree.log_id, AlarmCode.SIGNING_KEY_LOST, at=at)
        return signed


def _sign_alone(tree: TreeHead, folder: KeyFolder, at: datetime) -> bool:
    keys = _keys(tree, folder)
    witness = _witness()
    known = list(_known_heads(tree, folder, witness))
    head = guarded_head(tree, known)
    latest = latest_checkpoint(tree.tree_id, using=SIGNER)
    is_new = latest is None or latest.size < head.size
    if is_new:
        note = head.note(*keys)
        folder.remember_signed(note)
        _store_checkpoint(tree, head, note, at)
    if witness is not None:
        _have_witnessed(tree, witness, at)
    return is_new


def say_alive(*, at: datetime) -> None:
    """Let the health page know that the signer works."""
    with connections[SIGNER].cursor() as cursor:
        cursor.execute(
            "insert into site_heartbeat (name, at) values ('signer', %s)"
            " on conflict (name) do update set at = excluded.at",
            [at],
        )


def guarded_head(tree: TreeHead, known: Sequence[Known]) -> Checkpoint:
    """The head to sign, after making sure that it contains every head that was signed before."""
    read = cached(tile_reader(tree.tree_id, using=SIGNER), tree.size)
    for each in known:
        remembered = {"known_by": each.by, "checkpoint": each.head.text(), "size": tree.size}
        if each.head.size > tree.size:
            raise Forked(AlarmCode.LOG_FORKED, shorter_than=each.head.size, **remembered)
        if _root(tree, each.head.size, read) != each.head.root:
            raise Forked(AlarmCode.LOG_FORKED, differs_at=each.head.size, **remembered)
    root = _root(tree, tree.size, read)
    if root != tree.frontier.root():
        raise Forked(AlarmCode.LOG_FORKED, known_by="the tree's own edge", size=tree.size)
    return Checkpoint(tree.origin, tree.size, root)


def _root(tree: TreeHead, size: int, read: TileReader) -> bytes:
    try:
        return root_at(size, read)
    except LookupError as error:
        raise Forked(
            AlarmCode.LOG_FORKED, known_by="the tree itself", missing=str(error)
        ) from error


def _keys(tree: TreeHead, folder: KeyFolder) -> list[SigningKey]:
    """The key to sign with; both keys while one follows the other. Made only for a new tree."""
    if not folder.has_key() and latest_checkpoint(tree.tree_id, using=SIGNER) is not None:
        raise Forked(AlarmCode.SIGNING_KEY_LOST, size=tree.size)
    keys = [folder.current()]
    if folder.has_next():
        keys.append(folder.next())
    publish_keys([key.verifier for key in keys])
    return keys


def publish_witness(key: VerifierKey) -> None:
    """Lay the witness's key beside those of the logs, once, for whoever verifies elsewhere."""
    path = published_witness_key()
    make_private_directory(path.parent)
    if not path.exists() and os.access(path.parent, os.W_OK):
        create_durably(path, f"{key}\n".encode(), 0o644)


def publish_keys(keys: Sequence[VerifierKey]) -> None:
    """List public keys where the witness of this installation looks for them."""
    path = settings.PUBLIC_KEYS_FILE
    known = path.read_text().splitlines() if path.exists() else []
    added = [str(key) for key in keys if str(key) not in known]
    if added:
        make_private_directory(path.parent)
        write_durably(path, "".join(f"{line}\n" for line in [*known, *added]).encode())


def _known_heads(
    tree: TreeHead, folder: KeyFolder, witness: WitnessClient | None
) -> Iterator[Known]:
    last = folder.last_signed()
    if last is not None:
        yield Known("the signer", Checkpoint.parse(last.text))
    latest = latest_checkpoint(tree.tree_id, using=SIGNER)
    if latest is not None:
        yield Known("the database", latest.checkpoint)
    if witness is not None:
        try:
            seen = witness.latest(tree.origin)
        except (WitnessAway, WitnessRefused) as error:
            logger.warning("the witness did not show its head of %s: %s", tree.origin, error)
        else:
            if seen is not None:
                yield Known("the witness", seen)


def _store_checkpoint(tree: TreeHead, head: Checkpoint, note: Note, at: datetime) -> None:
    with connections[SIGNER].cursor() as cursor:
        cursor.execute(
            "insert into audit_checkpoint (tree_id, size, root, note, at)"
            " values (%s, %s, %s, %s, %s) on conflict do nothing",
            [tree.tree_id, head.size, head.root, str(note), at],
        )


def _witness() -> WitnessClient | None:
    """The witness as it is configured; None when there is none, or it cannot be reached.

    Work goes on without it; the check that runs every minute raises the alarm.
    """
    if not settings.WITNESS_URL:
        return None
    try:
        witness = WitnessClient.configured(
            settings.WITNESS_URL, settings.WITNESS_KEY, settings.SIGNER_DIR / "witness-key"
        )
        publish_witness(witness.key)
    except (WitnessAway, WitnessRefused) as error:
        logger.warning("the witness did not answer: %s", error)
        return None
    return witness


def _have_witnessed(tree: TreeHead, witness: WitnessClient, at: datetime) -> None:
    latest = latest_checkpoint(tree.tree_id, using=SIGNER)
    seen = witnessed_size(tree.tree_id, using=SIGNER)
    if latest is None or latest.size <= seen:
        return
    read = tile_reader(tree.tree_id, using=SIGNER)
    try:
        signature = witness.cosign(
            latest.note, seen, lambda old_size: consistency_proof(old_size, latest.size, read)
        )
    except (WitnessAway, WitnessRefused) as error:
        logger.warning("the witness did not cosign %s: %s", tree.origin, error)
        return
    with connections[SIGNER].cursor() as cursor:
        cursor.execute(
            "insert into audit_cosignature (tree_id, size, witness, line, at)"
            " values (%s, %s, %s, %s, %s) on conflict do nothing",
            [tree.tree_id, latest.size, witness.key.name, signature.line(), at],
        )
