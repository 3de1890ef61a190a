"""The house and its people: who may do what, on which tablet, and what they signed."""

import builtins
from datetime import time
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class Property(models.Model):
    """A casino: its own day, clock, money, staff and record."""

    audit_name = "property"

    name = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    time_zone = models.CharField(max_length=40, default="America/New_York")
    day_starts_at = models.TimeField(default=time(6))
    currency = models.CharField(max_length=3, default="USD")
    smallest_chip_cents = models.PositiveIntegerField(default=25)
    denominations = ArrayField(models.PositiveIntegerField(), default=list)
    settings = models.JSONField(default=dict)

    class Meta:
        db_table = "staff_property"
        verbose_name_plural = "properties"

    def __str__(self) -> str:
        return self.name

    @property
    def property_id(self) -> int:
        return self.pk


class Installation(models.Model):
    """Who runs this installation: the name in front of every log, given once and never changed."""

    audit_name = "installation"

    id = models.SmallIntegerField(primary_key=True, default=1)
    operator = models.CharField(max_length=60)
    named_at = models.DateTimeField()

    class Meta:
        db_table = "staff_installation"
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="staff_installation_is_one")
        ]

    def __str__(self) -> str:
        return self.operator


class SetUpCode(models.Model):
    """The one-time code that opens set-up, as a hash; gone once there is a house."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    code_hash = models.BinaryField()
    made_at = models.DateTimeField()

    class Meta:
        db_table = "staff_set_up_code"


class Role(models.TextChoices):
    """What a person may do; every command asks for it."""

    DEALER = "dealer", _("Dealer")
    FLOORPERSON = "floorperson", _("Floorperson")
    PIT_MANAGER = "pit_manager", _("Pit manager")
    SURVEILLANCE = "surveillance", _("Surveillance")
    SECURITY = "security", _("Security")
    CASHIER = "cashier", _("Cashier")
    COMPLIANCE = "compliance", _("Compliance")
    ADMINISTRATOR = "administrator", _("Administrator")
    REGULATOR = "regulator", _("Regulator")
    OPERATOR = "operator", _("Operator's administrator")


class People(BaseUserManager["Person"]):
    """The staff: everybody who is a person. A service account is in `Person.services` instead."""

    def get_queryset(self) -> models.QuerySet["Person"]:
        return super().get_queryset().filter(is_service=False)

    def get_by_natural_key(self, username: str | None) -> "Person":
        return self.get(badge=username, home__isnull=True)


class Services(models.Manager["Person"]):
    """Service accounts, which act in their own name and are nobody."""

    def get_queryset(self) -> models.QuerySet["Person"]:
        return super().get_queryset().filter(is_service=True)


class Person(AbstractBaseUser):
    """A member of the staff of one house, known by badge and licence number.

    Whoever works in several houses has a row in each, with the roles and the licence that count
    there. One of them is their home and holds the secrets; the others point to it.

    Or a service account: whatever the record names as the one who acted has a row here. Such a row
    has scopes instead of roles, and nothing to sign in or to sign with.
    """

    audit_name = "person"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="people")
    home = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="elsewhere"
    )
    badge = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    licence_number = models.CharField(max_length=30)
    roles = ArrayField(models.CharField(max_length=20, choices=Role.choices), default=list)
    is_service = models.BooleanField(default=False)
    scopes = ArrayField(models.CharField(max_length=20), default=list)
    # The numbers of the tables at which a service works; none named are all.
    scope_tables = ArrayField(models.PositiveIntegerField(), default=list)
    # Roles that belong to two people, by whose leave and why; empty for everybody else.
    exception_reason = models.CharField(max_length=200, blank=True)
    exception_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    pin = models.CharField(max_length=200, blank=True)
    pin_must_change = models.BooleanField(default=False)
    pin_changed_at = models.DateTimeField(null=True, blank=True)
    # Whoever gave a PIN has seen it: it signs nothing until its owner proved themselves otherwise.
    pin_given_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+")
    pin_given_at = models.DateTimeField(null=True, blank=True)
    pin_is_proved = models.BooleanField(default=True)
    password_must_change = models.BooleanField(default=False)
    totp_secret = models.CharField(max_length=200, blank=True)  # sealed, see second_factor
    totp_last_step = models.BigIntegerField(default=0)
    language = models.CharField(max_length=10, blank=True)
    theme = models.CharField(max_length=10, blank=True)
    is_active = models.BooleanField(default=True)
    left_at = models.DateTimeField(null=True, blank=True)
    session_key = models.CharField(max_length=40, blank=True)  # its hash, see session_store

    USERNAME_FIELD = "badge"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects = People()
    services = Services()
    everybody = models.Manager["Person"]()

    class Meta:
        db_table = "staff_person"
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(
                fields=["property", "licence_number"], name="staff_person_licence"
            ),
            models.UniqueConstraint(
                fields=["property", "name"],
                condition=models.Q(is_service=True, is_active=True),
                name="staff_service_name",
            ),
            models.CheckConstraint(
                condition=models.Q(is_service=False)
                | models.Q(roles=[], pin="", password="", totp_secret="", session_key=""),
                name="staff_service_is_nobody",
            ),
            models.UniqueConstraint(fields=["property", "badge"], name="staff_person_badge_here"),
            models.UniqueConstraint(
                fields=["badge"], condition=models.Q(home__isnull=True), name="staff_person_badge"
            ),
            models.UniqueConstraint(fields=["property", "home"], name="staff_person_once_a_house"),
        ]

    def __str__(self) -> str:
        return self.name

    @builtins.property
    def keeper(self) -> "Person":
        """The row that holds the secrets: this one, or the one at home."""
        return self if self.home is None else self.home

    @builtins.property
    def keeper_id(self) -> int:
        """The same for every row of one human being."""
        return self.home_id or self.pk

    def has_role(self, *roles: str) -> bool:
        return self.is_active and any(role in self.roles for role in roles)


class Tablet(models.Model):
    """A device that an administrator enrolled; only the hash of its key is kept here.

    `recent` are the people who signed in on it last: their names are tiles on its lock screen.
    """

    audit_name = "tablet"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="tablets")
    name = models.CharField(max_length=60)
    key_hash = models.BinaryField(null=True, unique=True)
    enrol_code_hash = models.BinaryField(null=True)
    enrol_code_until = models.DateTimeField(null=True)
    enrolled_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    recent = ArrayField(models.BigIntegerField(), default=list)

    class Meta:
        db_table = "staff_tablet"
        constraints = [
            models.UniqueConstraint(fields=["property", "name"], name="staff_tablet_name")
        ]

    def __str__(self) -> str:
        return self.name


class SignOff(models.Model):
    """A signature: who, under which licence, on which tablet, when, and the hash of what."""

    audit_name = "signoff"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="sign_offs")
    licence_number = models.CharField(max_length=30)
    role = models.CharField(max_length=20)
    tablet = models.ForeignKey(Tablet, on_delete=models.PROTECT, null=True)
    act = models.CharField(max_length=60)
    subject = models.CharField(max_length=80)
    content = models.JSONField()
    content_hash = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        db_table = "staff_signoff"
        indexes = [models.Index(fields=["subject"], name="staff_signoff_subject")]


class SignInCounter(models.Model):
    """Wrong tries of one badge or one tablet, kept where losing Redis cannot lose them.

    An unknown badge is counted like a known one, so that nobody learns which badges exist.
    """

    key = models.CharField(max_length=80, primary_key=True)
    tries = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    locked_until = models.DateTimeField(null=True)

    class Meta:
        db_table = "staff_sign_in_counter"


class RecoveryCode(models.Model):
    """One of ten codes on paper, good once instead of the authenticator's; only its hash is kept.

    The hash needs no salt: a hundred and twenty random bits are not guessed.
    """

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="recovery_codes")
    code_hash = models.BinaryField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "staff_recovery_code"


class Passkey(models.Model):
    """A passkey of a person: a public key, of which the other half never leaves its device."""

    audit_name = "passkey"

    property = models.ForeignKey(Property, on_delete=models.PROTECT)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="passkeys")
    name = models.CharField(max_length=40)
    credential_id = models.BinaryField(unique=True)
    public_key = models.BinaryField()
    is_synced = models.BooleanField()
    made_at = models.DateTimeField()

    class Meta:
        db_table = "staff_passkey"
        constraints = [
            models.UniqueConstraint(fields=["person", "name"], name="staff_passkey_name")
        ]

    def __str__(self) -> str:
        return self.name


class PasskeyUse(models.Model):
    """How often a passkey signed, when last, and for which challenge: that one counts no more."""

    passkey = models.OneToOneField(
        Passkey, on_delete=models.CASCADE, primary_key=True, related_name="use"
    )
    sign_count = models.BigIntegerField()
    last_challenge = models.BinaryField(default=bytes)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "staff_passkey_use"


class ProviderSession(models.Model):
    """By which words a provider knows a person's session, as hashes: it may end it by either."""

    person = models.OneToOneField(
        Person, on_delete=models.CASCADE, primary_key=True, related_name="provider_session"
    )
    subject = models.CharField(max_length=64, db_index=True)
    session = models.CharField(max_length=64, db_index=True)

    class Meta:
        db_table = "staff_provider_session"


class StrangerTries(models.Model):
    """How often somebody who is not known was refused in a minute; the record gets the sum."""

    minute = models.DateTimeField()
    log_id = models.BigIntegerField()
    code = models.CharField(max_length=40)
    tries = models.PositiveBigIntegerField()

    class Meta:
        db_table = "staff_stranger_tries"
        constraints = [
            models.UniqueConstraint(
                fields=["minute", "log_id", "code"], name="staff_stranger_tries_once"
            )
        ]


class ServiceToken(models.Model):
    """What a service account shows at the API; only its hash is kept, and it ends on a day."""

    audit_name = "token"

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="tokens")
    service = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="tokens")
    token_hash = models.BinaryField(unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "staff_service_token"

    def __str__(self) -> str:
        return self.service.name


class ServiceTokenUse(models.Model):
    """When a token was last used, to the hour."""

    token = models.OneToOneField(
        ServiceToken, on_delete=models.CASCADE, primary_key=True, related_name="use"
    )
    last_used_at = models.DateTimeField()

    class Meta:
        db_table = "staff_service_token_use"
