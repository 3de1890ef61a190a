"""Passkeys of one's own: add, remove, and let one count once at the sign-in."""

import logging
from datetime import datetime
from typing import Annotated, TypedDict

from django.contrib.auth.hashers import check_password
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from foundation.commands import Call, command
from foundation.inputs import Id, Input, Plain, text
from rules.refusals import Refused
from staff.models import Passkey, PasskeyUse, Person
from staff.passkeys import BadPasskey, Site, made_passkey, shown_passkey
from staff.policy import Act
from staff.recording import StaffEvent

MOST = 10
LONGEST_ANSWER = 16_000
logger = logging.getLogger(__name__)

Secret = Annotated[str, text(200), Field(repr=False, json_schema_extra={"writeOnly": True})]


class AddPasskey(Input):
    """How it is called, what the browser answered, and the password once more.

    Host and origin are the page's to say: the browser signed for them.
    """

    name: Annotated[str, text(40), Plain] = ""
    password: Secret
    credential: Annotated[str, text(LONGEST_ANSWER)]
    host: Annotated[str, text(255)]
    origin: Annotated[str, text(300)]


class RemovePasskey(Input):
    """Which passkey, and the password once more."""

    passkey_id: Id
    password: Secret


class PasskeyAnswer(TypedDict):
    """The passkey that was added or removed."""

    id: int
    name: str


def passkey_answer(by: Person, passkey: Passkey) -> PasskeyAnswer:
    return {"id": passkey.pk, "name": passkey.name}


@command(
    AddPasskey,
    act=Act.KEEP_OWN_SECRETS,
    says=gettext_lazy("Add a passkey"),
    answer=passkey_answer,
)
def add_passkey(call: Call[AddPasskey]) -> Passkey:
    """Add a passkey of one's own, which then counts instead of the six digits."""
    facts = call.input
    person = _owner(call.by, facts.password)
    if not facts.name:
        raise Refused("name_missing", _("Give the passkey a name, such as where it is."))
    if person.passkeys.count() >= MOST:
        raise Refused("too_many", _("Ten passkeys are enough. Remove one first."))
    if person.passkeys.filter(name=facts.name).exists():
        raise Refused("name_taken", _("You have a passkey of this name."))
    try:
        made = made_passkey(person, facts.credential, Site(facts.host, facts.origin), call.at)
    except BadPasskey as error:
        logger.warning("a passkey of person %s was not taken: %s", person.pk, error)
        raise Refused(
            "bad_passkey", _("The passkey could not be checked. Load the page and try again.")
        ) from None
    if Passkey.objects.filter(credential_id=made.credential_id).exists():
        raise Refused("passkey_known", _("This passkey is known already."))
    passkey = Passkey.objects.create(
        property_id=person.property_id,
        person=person,
        name=facts.name,
        credential_id=made.credential_id,
        public_key=made.credential_public_key,
        is_synced=made.credential_backed_up,
        made_at=call.at,
    )
    PasskeyUse.objects.create(passkey=passkey, sign_count=made.sign_count)
    call.record(StaffEvent.PASSKEY_ADDED, about=[passkey, person], detail={"name": passkey.name})
    return passkey


@command(
    RemovePasskey,
    act=Act.KEEP_OWN_SECRETS,
    says=gettext_lazy("Remove a passkey"),
    answer=passkey_answer,
)
def remove_passkey(call: Call[RemovePasskey]) -> Passkey:
    """Remove a passkey of one's own: lost, given away, or not trusted any more."""
    passkey = Passkey.objects.get(pk=call.input.passkey_id, person=call.by)
    person = _owner(call.by, call.input.password)
    gone = Passkey(pk=passkey.pk, property_id=passkey.property_id, name=passkey.name)
    call.record(StaffEvent.PASSKEY_REMOVED, about=[passkey, person], detail={"name": gone.name})
    passkey.delete()
    return gone


def use_passkey(person: Person, credential: str, site: Site, *, at: datetime) -> bool:
    """Let a passkey count at the sign-in, once for its challenge; say whether it was one."""
    try:
        shown = shown_passkey(person, credential, site, at)
    except BadPasskey as error:
        logger.warning("a passkey of person %s was refused: %s", person.pk, error)
        return False
    uses = PasskeyUse.objects.filter(passkey=shown.passkey)
    used = {"sign_count": shown.sign_count, "last_challenge": shown.challenge, "last_used_at": at}
    return uses.exclude(last_challenge=shown.challenge).update(**used) == 1


def _owner(by: Person, password: str) -> Person:
    person = Person.objects.select_for_update().get(pk=by.keeper_id)
    if not check_password(password, person.password):
        raise Refused("wrong_password", _("The password is wrong."))
    return person
