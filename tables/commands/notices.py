"""How people want to be called, what the house calls them with, and their answer from a notice."""

from datetime import time
from typing import Annotated, Any, Literal
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, Plain, Remark, Word, text
from foundation.vault import seal
from foundation.web_push import (
    CURVE,
    KEY_BYTES,
    SECRET_BYTES,
    decoded,
    own_key_name,
    reachable,
)
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act
from tables.commands.alerts import AcknowledgeAlert, acknowledge_alert, guard_may_answer
from tables.gateways import PORTS, place_of
from tables.models import Alert, Notice, NoticeDevice, NoticeGateway, QuietHours, Via
from tables.queries.answers import IdAnswer

MOST_DEVICES = 8


class AddDevice(Input):
    """What a browser says after it subscribed, and what its owner calls it."""

    name: Word
    endpoint: Annotated[str, text(1000, shortest=8), Plain]
    public_key: Annotated[str, text(120, shortest=80)]
    secret: Annotated[str, text(40, shortest=20)]


class AddAddress(Input):
    """A mailbox or a telephone number."""

    via: Literal["mail", "text"]
    address: Annotated[str, text(120, shortest=3), Plain]


class WhichDevice(Input):
    device_id: Id


class SetQuietHours(Input):
    """From when to when, by the house's clock; the same twice is never."""

    begins: time
    ends: time


class SetGateway(Input):
    """Where the house takes messages; an empty secret keeps the one that is there."""

    via: Literal["mail", "text"]
    address: Annotated[str, text(200), Plain] = ""
    sender: Annotated[str, text(80), Plain] = ""
    account: Annotated[str, text(80), Plain] = ""
    gateway_secret: Remark = ""


class AnswerNotice(Input):
    notice_id: Id


def device_answer(by: Person, device: NoticeDevice) -> IdAnswer:
    return IdAnswer(device.pk)


@command(
    AddDevice,
    act=Act.BE_CALLED,
    says=gettext_lazy("Call me on this device"),
    path="notices/devices/",
    answer=device_answer,
)
def add_device(call: Call[AddDevice]) -> NoticeDevice:
    """Keep a browser that wants to be called; the same one again is kept once."""
    given = call.input
    public_key, secret = _guard_keys(given)
    if reachable(given.endpoint) is None:
        raise Refused(
            "push_not_reachable",
            _("This floor cannot reach the service that calls this browser. Ask an administrator."),
        )
    known = _own(call.by).filter(address=given.endpoint).first()
    if known is not None and known.key_name == own_key_name():
        return known
    if known is not None:
        _end(call, known)
    return _added(
        call,
        NoticeDevice(
            via=Via.PUSH,
            name=given.name,
            address=given.endpoint,
            public_key=public_key,
            secret=secret,
            key_name=own_key_name(),
        ),
    )


@command(
    AddAddress,
    act=Act.BE_CALLED,
    says=gettext_lazy("Call me there"),
    path="notices/addresses/",
    answer=device_answer,
)
def add_address(call: Call[AddAddress]) -> NoticeDevice:
    """Keep a mailbox or a number at which somebody wants to be called."""
    via, address = call.input.via, call.input.address.strip()
    gateways = NoticeGateway.objects.filter(property_id=call.by.property_id, via=via)
    if not gateways.exclude(address="").exists():
        raise Refused("no_gateway", _("The house has no gateway for this. Ask an administrator."))
    if via == "mail" and "@" not in address:
        raise Refused("bad_address", _("This is not an e-mail address."))
    if via == "text" and not address.removeprefix("+").replace(" ", "").isdecimal():
        raise Refused("bad_address", _("This is not a telephone number."))
    if _own(call.by).filter(address=address).exists():
        raise Refused("called_there", _("You are called there already."))
    name = str(Via(via).label)
    return _added(call, NoticeDevice(via=via, name=name, address=address))


@command(
    WhichDevice,
    act=Act.BE_CALLED,
    says=gettext_lazy("Call me there no more"),
    path="notices/devices/<int:device_id>/remove/",
    answer=device_answer,
)
def remove_device(call: Call[WhichDevice]) -> NoticeDevice:
    """End a device of one's own."""
    device = _own(call.by).select_for_update().get(pk=call.input.device_id)
    _end(call, device)
    return device


@command(
    SetQuietHours,
    act=Act.BE_CALLED,
    says=gettext_lazy("Save the quiet hours"),
    path="notices/quiet-hours/",
)
def set_quiet_hours(call: Call[SetQuietHours]) -> QuietHours:
    """Keep when somebody who is off duty is not called."""
    hours, _is_new = QuietHours.objects.update_or_create(
        person=call.by,
        defaults={
            "property_id": call.by.property_id,
            "begins": call.input.begins,
            "ends": call.input.ends,
        },
    )
    call.record(
        EventKind.QUIET_HOURS_SET,
        about=[hours, call.by],
        detail={"begins": f"{hours.begins:%H:%M}", "ends": f"{hours.ends:%H:%M}"},
    )
    return hours


@command(
    SetGateway,
    act=Act.MANAGE_PROPERTY,
    says=gettext_lazy("Save the gateway"),
    path="notices/gateways/",
    keeps_answer=False,
)
def set_gateway(call: Call[SetGateway]) -> NoticeGateway:
    """Keep where the house takes e-mails or text messages; no address is no gateway."""
    given, house = call.input, call.by.property_id
    _guard_gateway(given)
    gateway = NoticeGateway.objects.select_for_update().filter(property_id=house, via=given.via)
    found = gateway.first() or NoticeGateway(property_id=house, via=given.via)
    if given.gateway_secret:
        found.secret = seal(given.gateway_secret, place_of(found))
    elif found.address != given.address:
        found.secret = ""  # a secret belongs to where it was given for
    found.address, found.sender, found.account = given.address, given.sender, given.account
    found.changed_at = call.at
    found.save()
    call.record(
        EventKind.GATEWAY_SET,
        about=[found, call.by.property],
        detail={"via": given.via, "address": given.address},
    )
    return found


@command(
    AnswerNotice,
    act=Act.ACKNOWLEDGE_ALERT,
    says=gettext_lazy("Answer"),
    path="notices/<int:notice_id>/answer/",
)
def answer_notice(call: Call[AnswerNotice]) -> Alert:
    """Acknowledge an alert from the notice that called for it; only whoever was called may."""
    notice = (
        Notice.objects.select_for_update(of=("self",))
        .select_related("alert", "device", "person")
        .get(pk=call.input.notice_id, person=call.by)
    )
    guard_called(notice)
    alert = acknowledge_alert.change(call.asking(AcknowledgeAlert(alert_id=notice.alert_id)))
    notice.answered_at = call.at
    notice.save(update_fields=["answered_at"])
    call.record(
        EventKind.NOTICE_ANSWERED, about=[notice, alert, call.by], detail={"code": alert.code}
    )
    return alert


def guard_called(notice: Notice) -> None:
    """Refuse an answer from a notice whose alert is answered, or that went to somebody else."""
    if notice.device.ended_at is not None or not notice.person.is_active:
        raise Refused("device_ended", _("This device is called no more."))
    if notice.alert.acknowledged_at is not None:
        raise Refused("already_acknowledged", _("Somebody acknowledged this alert already."))
    guard_may_answer(notice.alert, notice.person)


def _own(person: Person) -> QuerySet[NoticeDevice]:
    return NoticeDevice.objects.filter(person=person, ended_at__isnull=True)


def _added(call: Call[Any], device: NoticeDevice) -> NoticeDevice:
    if _own(call.by).count() >= MOST_DEVICES:
        raise Refused("too_many_devices", _("You have eight devices. Take one away first."))
    device.property_id, device.person, device.made_at = call.by.property_id, call.by, call.at
    device.save()
    call.record(EventKind.DEVICE_ADDED, about=[device, call.by], detail={"via": device.via})
    return device


def _end(call: Call[Any], device: NoticeDevice) -> None:
    device.ended_at = call.at
    device.save(update_fields=["ended_at"])
    call.record(EventKind.DEVICE_REMOVED, about=[device, call.by], detail={"via": device.via})


def _guard_keys(given: AddDevice) -> tuple[bytes, bytes]:
    """Refuse what no browser says: keys of another length or no point of the curve."""
    try:
        public_key, secret = decoded(given.public_key), decoded(given.secret)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public_key)
    except ValueError:
        public_key, secret = b"", b""
    if len(public_key) != KEY_BYTES or len(secret) != SECRET_BYTES:
        raise Refused("bad_subscription", _("The browser's subscription cannot be read."))
    return public_key, secret


def _guard_gateway(given: SetGateway) -> None:
    if not given.address:
        return
    where = _place_of_gateway(given.address)
    schemes = ("smtp", "smtps", "https", "http") if given.via == "mail" else ("https", "http")
    if where is None or where.scheme not in schemes or where.username or where.password:
        raise Refused(
            "bad_gateway",
            _("Give an address such as {example}, without a name or a password in it.").format(
                example=" / ".join(f"{each}://gateway:{PORTS[each]}" for each in schemes[:3])
            ),
        )
    if given.via == "mail" and "@" not in given.sender:
        raise Refused("bad_gateway", _("Say from which address the house writes."))
    if given.gateway_secret and where.scheme == "http":
        raise Refused("bad_gateway", _("A secret travels encrypted only: use https."))


def _place_of_gateway(address: str) -> SplitResult | None:
    """An address with a name and a port that a machine may have; none where it has not."""
    try:
        where = urlsplit(address)
        (where.hostname or "").encode("idna")
        is_place = bool(where.hostname) and where.port != 0
    except ValueError:
        return None
    return where if is_place else None
