"""How people are called away from a screen: their devices, and every call that went out."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from staff.models import Person, Property
from tables.models.floor import Alert


class Via(models.TextChoices):
    """By which way somebody is called."""

    PUSH = "push", _("Notice on the device")
    MAIL = "mail", _("E-mail")
    TEXT = "text", _("Text message")


class NoticeDevice(models.Model):
    """Where a person is called: a browser that subscribed, a mailbox, a telephone number.

    `key_name` names the key that a browser subscribed under (foundation/web_push.py).
    """

    audit_name = "device"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="notice_devices")
    via = models.CharField(max_length=10, choices=Via.choices)
    name = models.CharField(max_length=40)
    address = models.CharField(max_length=1000)
    public_key = models.BinaryField(default=bytes)
    secret = models.BinaryField(default=bytes)
    key_name = models.CharField(max_length=8, blank=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_notice_device"
        constraints = [
            models.UniqueConstraint(
                fields=["address", "person"],
                condition=Q(ended_at__isnull=True),
                name="tables_device_once",
            )
        ]

    def __str__(self) -> str:
        return self.name


class QuietHours(models.Model):
    """When a person who is not on duty is not called, by the clock of the house."""

    audit_name = "quiet"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.OneToOneField(Person, on_delete=models.PROTECT, related_name="quiet_hours")
    begins = models.TimeField()
    ends = models.TimeField()

    class Meta:
        db_table = "tables_quiet_hours"


class Notice(models.Model):
    """One call of one alert to one device; an escalated alert calls the next person anew."""

    audit_name = "notice"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    alert = models.ForeignKey(Alert, on_delete=models.PROTECT, related_name="notices")
    device = models.ForeignKey(NoticeDevice, on_delete=models.PROTECT, related_name="notices")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="notices")
    is_escalated = models.BooleanField()
    called_at = models.DateTimeField()
    delivered_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_notice"
        constraints = [
            models.UniqueConstraint(
                fields=["alert", "device", "is_escalated"], name="tables_notice_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["called_at"],
                condition=Q(delivered_at__isnull=True, failed_at__isnull=True),
                name="tables_notice_waits",
            )
        ]


class NoticeGateway(models.Model):
    """Where the house takes e-mails or text messages; the secret is sealed (foundation/vault.py).

    `address` is `smtp://host:port`, `smtps://host:port` or the `https://` address of a gateway.
    """

    audit_name = "gateway"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    via = models.CharField(max_length=10, choices=Via.choices)
    address = models.CharField(max_length=200)
    sender = models.CharField(max_length=80, blank=True)
    account = models.CharField(max_length=80, blank=True)
    secret = models.CharField(max_length=400, blank=True)
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "tables_notice_gateway"
        constraints = [
            models.UniqueConstraint(fields=["property", "via"], name="tables_gateway_once")
        ]
