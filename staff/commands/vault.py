"""Seal every secret again with the key that seals now, after the key was changed."""

from collections import Counter
from datetime import datetime

from django.conf import settings
from django.db import transaction

from foundation.vault import (
    SealedColumn,
    VaultClosed,
    is_sealed_anew,
    key_name,
    name_of,
    seal,
    sealed_columns,
    unseal,
)
from staff.recording import StaffEvent, record_staff


def sealed_with() -> Counter[str]:
    """How many secrets are sealed with which key, by the key's name."""
    return Counter(name_of(sealed) for each in sealed_columns() for _, sealed in _kept(each))


def seal_again(*, at: datetime) -> tuple[int, list[str]]:
    """Seal anew what another key sealed; also name the rows whose secret no key opens.

    One transaction a row: it may be broken off and run again, beside people who sign in.
    """
    if not settings.VAULT_KEYS:
        raise VaultClosed("VAULT_KEYS is empty: nothing can be sealed")
    done, closed = 0, []
    for each in sealed_columns():
        for row_id, _ in _kept(each):
            try:
                done += _seal_again(each, row_id, at)
            except VaultClosed:
                closed.append(each.called(each.model._base_manager.get(pk=row_id)))
    return done, closed


def _kept(each: SealedColumn) -> list[tuple[int, str]]:
    rows = each.model._base_manager.exclude(**{each.column: ""}).order_by("pk")
    return list(rows.values_list("pk", each.column))


@transaction.atomic
def _seal_again(each: SealedColumn, row_id: int, at: datetime) -> bool:
    row = each.model._base_manager.select_for_update().get(pk=row_id)
    sealed = getattr(row, each.column)
    if is_sealed_anew(sealed):
        return False
    place = each.place(row)
    setattr(row, each.column, seal(unseal(sealed, place), place))
    row.save(update_fields=[each.column])
    name = key_name(settings.VAULT_KEYS[0])
    record_staff(StaffEvent.SECRET_SEALED_AGAIN, about=row, by=None, at=at, detail={"key": name})
    return True
