"""Answer a repeated request with the first answer, and write nothing."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import orjson
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from foundation.models import Receipt
from foundation.prepared import planned_cursor
from rules.refusals import Refused


def once(
    request_id: UUID,
    *,
    command: str,
    by: Any,
    body: Mapping[str, Any],
    act: Callable[[], bytes],
    keeps_answer: bool = True,
) -> dict[str, Any]:
    """Run `act`, which writes its answer as JSON, unless this request id has its answer already.

    The receipt row is written first, so a twin that arrives at the same moment waits for this
    transaction and then reads its answer. An answer that holds a secret is not kept: the receipt
    says only that it happened, and a repeat is refused.
    """
    digest = hashlib.sha256(
        orjson.dumps([command, body], option=orjson.OPT_SORT_KEYS, default=str)
    ).digest()
    with transaction.atomic():
        if not _claim(request_id, command=command, by=by, digest=digest):
            first = _first_answer(request_id, by=by, digest=digest)
            if not keeps_answer:
                raise _shown_once()
            return first
        written = act()
        if keeps_answer:
            _keep_answer(request_id, written)
    answer: dict[str, Any] = orjson.loads(written)
    return answer


def _claim(request_id: UUID, *, command: str, by: Any, digest: bytes) -> bool:
    with planned_cursor() as cursor:
        cursor.execute(
            "insert into foundation_receipt"
            " (request_id, property_id, person_id, command, body_hash)"
            " values (%s, %s, %s, %s, %s) on conflict (request_id) do nothing",
            [request_id, by.property_id, by.pk, command, digest],
        )
        return bool(cursor.rowcount)


def _keep_answer(request_id: UUID, written: bytes) -> None:
    with planned_cursor() as cursor:
        cursor.execute(
            "update foundation_receipt set answer = %s::jsonb where request_id = %s",
            [written.decode(), request_id],
        )


def _first_answer(request_id: UUID, *, by: Any, digest: bytes) -> dict[str, Any]:
    receipt = Receipt.objects.get(pk=request_id)
    if receipt.person_id != by.pk:
        raise PermissionDenied(_("This request id is another person's. Send it with a new one."))
    if bytes(receipt.body_hash) != digest:
        raise Refused(
            "request_id_reused",
            str(_("This request id was used for something else. Send it again with a new one.")),
        )
    return receipt.answer or {}


def _shown_once() -> Refused:
    return Refused(
        "shown_once",
        str(_("This was done already. What it gave was shown once and is kept nowhere.")),
    )
