"""The floorperson's queue: each thing that waits is done here in one or two taps and a PIN."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from banking.commands import slips
from banking.wording import VOID_REASONS as SLIP_VOID_REASONS
from floor.queries.queue import Queue, RulingRow, floor_queue, own_queue
from foundation.answers import done_words
from foundation.clock import database_time
from foundation.commands import Command
from foundation.doors import (
    carry_out_form,
    carry_out_values,
    form_input,
    page_given,
    person_of,
    signed_on_page,
)
from foundation.inputs import Flag, Id, Input, Text, Whole, read_address
from foundation.pages import form_for, form_page, page
from rounds.commands.irregularities import AS_PROPOSED, ConfirmRuling, confirm_ruling
from rounds.commands.settling import settle_round
from rounds.commands.voiding import step_back, void_round
from rounds.models import RoundState
from rounds.wording import VOID_REASONS
from rules.refusals import Refused
from staff.policy import Act
from tables.commands.alerts import acknowledge_alert
from tables.commands.at_table import verify_inspection
from tables.commands.dealers import assign_floorperson


@dataclass(frozen=True, slots=True)
class SigningPad:
    """What the PIN pad beside the queue is about to sign."""

    title: str
    text: str
    rule: str
    url: str
    lines: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    choice_name: str = ""
    place: str = ""
    """Where the PIN counts, for a command that says who signs where."""
    asks_second: bool = False
    is_danger: bool = False


class QueuePadAsked(Input):
    """For what of the queue the pad is asked."""

    what: Text = ""
    id: Id | None = None
    round: UUID | None = None
    n: Whole | None = None
    how: Text = ""


class RepairAsked(Input):
    """How a forgotten round is put right, and why it is declared void."""

    how: Text = ""
    reason: Text = ""


class RulingAsked(Input):
    """Which ruling the floor makes its own."""

    ruling: Text = AS_PROPOSED


class QueueAsked(Input):
    """Whether only what waits at one's own tables is shown."""

    mine: Flag = False


@page(Act.WORK_QUEUE)
def queue(request: HttpRequest) -> HttpResponse:
    """Everything that waits for the floor."""
    return render(request, "floor/queue.html", {"queue": _queue(request)})


@page(Act.WORK_QUEUE)
def queue_part(request: HttpRequest) -> HttpResponse:
    return render(request, "floor/_queue.html", {"queue": _queue(request)})


@page(Act.WORK_QUEUE)
def signing_pad(request: HttpRequest) -> HttpResponse:
    """The pad for one thing of the queue; nothing happens before the PIN."""
    waiting = _queue(request)
    asked = read_address(QueuePadAsked, request.GET)
    make = SIGNINGS.get(asked.what)
    signing = make(waiting, asked) if make else None
    if signing is None:
        raise Http404
    return render(request, "floor/_sign.html", {"signing": signing, "request_id": uuid4()})


@form_for(Act.WORK_QUEUE)
def verify_in_queue(request: HttpRequest, inspection_id: int) -> HttpResponse:
    carry_out_form(request, verify_inspection, inspection_id=inspection_id)
    return _done(request, verify_inspection)


@form_for(Act.WORK_QUEUE)
def rule(request: HttpRequest, round_id: UUID, n: int) -> HttpResponse:
    signed, choice = signed_on_page(request), form_input(RulingAsked, request.POST).ruling
    read = ConfirmRuling.model_construct(round_id=round_id, n=n, ruling=choice, **dict(signed))
    confirm_ruling.carry_out(page_given(request, confirm_ruling, read))
    return _done(request, confirm_ruling)


@form_page(acknowledge_alert)
def acknowledge(request: HttpRequest, alert_id: int) -> HttpResponse:
    carry_out_form(request, acknowledge_alert, alert_id=alert_id)
    return _done(request, acknowledge_alert)


@form_page(assign_floorperson)
def take(request: HttpRequest, table_id: int) -> HttpResponse:
    """Answer for a table from now on."""
    person_id = person_of(request).pk
    carry_out_form(request, assign_floorperson, table_id=table_id, person_id=person_id)
    return _done(request, assign_floorperson)


@form_for(Act.WORK_QUEUE)
def repair(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Put a forgotten round right: take it back, settle it, or declare it void."""
    asked, second = form_input(RepairAsked, request.POST), signed_on_page(request)
    if asked.how == "void":
        if not asked.reason:
            raise Refused("reason_missing", _("Choose why the round is void."))
        carry_out_values(request, void_round, round_id=round_id, reason=asked.reason, second=second)
        return _done(request, void_round)
    if asked.how == "settle":
        carry_out_values(request, settle_round, round_id=round_id)
        return _done(request, settle_round)
    if asked.how in RoundState.values:
        carry_out_values(request, step_back, round_id=round_id, to=asked.how, second=second)
        return _done(request, step_back)
    raise Refused("unknown_repair", _("Choose how to put the round right."))


@form_for(Act.WORK_QUEUE)
def void_slip_in_queue(request: HttpRequest, slip_id: int) -> HttpResponse:
    """Declare a slip void that nobody finished; it is kept with its serial."""
    carry_out_form(request, slips.void_slip, slip_id=slip_id)
    return _done(request, slips.void_slip)


def _queue(request: HttpRequest) -> Queue:
    """What waits; of a part that is fetched again the page's own address says for which tables."""
    shown = urlsplit(request.headers.get("HX-Current-URL", "")).query
    asked = read_address(QueueAsked, QueryDict(shown) if shown else request.GET)
    found = own_queue if asked.mine else floor_queue
    return found(person_of(request), database_time())


def _done(request: HttpRequest, done: Command[Any, Any]) -> HttpResponse:
    """The queue as it is now, and in the pad's place what was done."""
    context = {"queue": _queue(request), "done": done_words(done.says)}
    return render(request, "floor/_queue_done.html", context)


def _sign_inspection(queue: Queue, asked: QueuePadAsked) -> SigningPad | None:
    for row in queue.inspections:
        if row.inspection_id == asked.id:
            return SigningPad(
                title=_("Verify {kind} {serial}").format(kind=row.kind_label, serial=row.serial),
                text=_("Table {number}, inspected by {name}").format(
                    number=row.table_number, name=row.inspected_by
                ),
                rule=row.rule,
                url=reverse("queue-verify", args=[row.inspection_id]),
                fields=(("version", str(row.version)),),
                place="floor",
            )
    return None


def _sign_ruling(queue: Queue, asked: QueuePadAsked) -> SigningPad | None:
    for row in queue.rulings:
        if (row.round_id, row.n) == (asked.round, asked.n):
            return SigningPad(
                title=row.event,
                text=_("Table {number}, round {round}").format(
                    number=row.table_number, round=row.number
                ),
                rule="",
                lines=_ruling_lines(row),
                url=reverse("queue-rule", args=[row.round_id, row.n]),
                fields=(("version", str(row.version)),),
                choice_name="ruling",
                choices=(
                    ("proposed", row.ruling),
                    ("play-on", _("Play goes on")),
                    ("void-round", _("The round is void")),
                ),
            )
    return None


def _ruling_lines(row: RulingRow) -> tuple[str, ...]:
    """Who reported it about whom, what the rules say, and what the PIN does."""
    reported = _("Reported by {name}").format(name=row.reported_by)
    about = _("Seats: {seats}").format(seats=row.seats) if row.seats else ""
    return (
        " · ".join(each for each in (about, reported) if each),
        f"{row.says} ({row.cite})" if row.cite else row.says,
        _("Your PIN makes it the floor's ruling: it takes effect at once and keeps your name."),
    )


def _sign_repair(queue: Queue, asked: QueuePadAsked) -> SigningPad | None:
    for row in queue.stuck:
        if row.round_id != asked.round:
            continue
        is_void = asked.how == "void"
        title = (
            _("Declare round {number} void")
            if is_void
            else _("Settle round {number}")
            if asked.how == "settle"
            else _("Take round {number} back to “{state}”")
        )
        back_to = dict(row.back_to).get(asked.how, "")
        return SigningPad(
            title=title.format(number=row.number, state=back_to),
            text=_("Table {number}, now at “{state}”").format(
                number=row.table_number, state=row.state_label
            ),
            rule="",
            url=reverse("queue-repair", args=[row.round_id]),
            fields=(("how", asked.how), ("version", str(row.version))),
            choice_name="reason" if is_void else "",
            choices=tuple(
                (code, str(text)) for code, text in VOID_REASONS.items() if code != "ruling"
            )
            if is_void
            else (),
            asks_second=asked.how != "settle",
            is_danger=is_void,
        )
    return None


def _sign_slip(queue: Queue, asked: QueuePadAsked) -> SigningPad | None:
    for row in queue.slips:
        if row.id == asked.id:
            return SigningPad(
                title=_("Declare {kind} {serial} void").format(
                    kind=row.kind_label, serial=row.serial
                ),
                text=_("Table {number}, prepared by {name}").format(
                    number=row.table_number, name=row.prepared_by
                ),
                rule="",
                lines=(_("It stays in the record, and its serial is not used again."),),
                url=reverse("queue-void-slip", args=[row.id]),
                choice_name="reason",
                choices=tuple((code, str(text)) for code, text in SLIP_VOID_REASONS.items()),
                is_danger=True,
            )
    return None


SIGNINGS: Mapping[str, Callable[[Queue, QueuePadAsked], SigningPad | None]] = {
    "inspection": _sign_inspection,
    "ruling": _sign_ruling,
    "repair": _sign_repair,
    "slip": _sign_slip,
}
