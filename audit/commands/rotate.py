"""Change the key of a log: the old key vouches for the new one, inside the log itself."""

import time
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import ProgrammingError, transaction

from audit.commands.sequence import seal_log
from audit.commands.sign import publish_keys, sign_tree
from audit.events import EventKind
from audit.guards import guard_two_carers
from audit.log.keys import KeyFolder
from audit.log.notes import VerifierKey
from audit.queries.leaves import LeafPlace, leaf_of
from audit.queries.trees import checkpoint_covering, open_tree
from audit.record import append
from rules.refusals import Refused
from staff.models import Person


def rotate_key(
    log_id: int, *, by: Person, second: Person, at: datetime, wait_seconds: float = 60.0
) -> VerifierKey:
    """Install a new signing key for a log. May be called again after a crash: it goes on.

    Runs where the key is. The event that names the new key is signed by the old one; from the next
    checkpoint on the new key signs alone.
    """
    guard_two_carers(by, second)
    tree = open_tree(log_id)
    if tree is None:
        raise Refused("no_log", "This log has no entries yet.")
    folder = KeyFolder.of(settings.SIGNER_DIR, tree.origin)
    old, new = folder.current().verifier, folder.next().verifier
    publish_keys([old, new])
    with transaction.atomic():
        event_id = append(
            EventKind.KEY_ROTATED,
            log_id=log_id,
            subjects=[f"log:{log_id}", f"person:{by.pk}", f"person:{second.pk}"],
            by=by,
            at=at,
            detail={"public_key": str(new), "old_key": str(old), "second": second.pk},
            change={"before": None, "after": None},
        )
    leaf = _sealed(event_id, log_id, within_seconds=wait_seconds)
    sign_tree(tree.tree_id, at=at)
    covering = checkpoint_covering(leaf.idx, leaf.tree_id) if leaf else None
    if covering is None:
        raise Refused("not_signed", "The log cannot be signed now; the old key stays in use.")
    covering.note.verified([old])
    return folder.install_next()


def _sealed(event_id: UUID, log_id: int, *, within_seconds: float) -> LeafPlace | None:
    """Seal the event, or wait for the worker to do it where only the worker may."""
    try:
        seal_log(log_id)
    except ProgrammingError:
        pass
    deadline = time.monotonic() + within_seconds
    while (leaf := leaf_of(event_id)) is None and time.monotonic() < deadline:
        time.sleep(0.2)
    return leaf
