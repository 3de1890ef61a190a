"""Where one most likely goes on after a step: the links beside its confirmation."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

Steps = Iterator[tuple[str, object]]


def labels_of(ids: list[int]) -> str:
    asked = urlencode({"sets": ",".join(map(str, ids))})
    return f"{reverse('equipment-labels')}?{asked}"


def after_receipt(answer: Any) -> Steps:
    row = answer["set"]["row"]
    yield reverse("equipment-set", args=[row["id"]]), row["serial"]
    yield labels_of([row["id"]]), _("Print its label")
    yield reverse("equipment-receive"), _("Receive another")


def after_delivery(answer: Any) -> Steps:
    yield labels_of([row["id"] for row in answer["sets"]]), _("Print the labels")
    yield reverse("equipment-several"), _("Receive more")


def after_issue(answer: Any) -> Steps:
    yield reverse("tables"), _("Bring a set to a table")
    yield reverse("equipment"), _("Equipment")


def after_collecting(answer: Any) -> Steps:
    yield reverse("security-desk"), _("Open a work order")


def after_opening_an_order(answer: Any) -> Steps:
    order = answer["work_order"]
    yield (
        reverse("work-order", args=[order["id"]]),
        _("Work order {number}").format(number=order["number"]),
    )


def after_new_table(answer: Any) -> Steps:
    yield reverse("tablets"), _("Enrol its tablet")
    yield reverse("floor-setup"), _("Add another table")


def after_dice(answer: Any) -> Steps:
    yield reverse("tables"), _("Place them at a table")


NEXT: Mapping[str, Callable[[Any], Steps]] = {
    "receive_set": after_receipt,
    "receive_sets": after_delivery,
    "issue_sets": after_issue,
    "collect_envelopes": after_collecting,
    "open_work_order": after_opening_an_order,
    "add_table": after_new_table,
    "inspect_dice": after_dice,
}
