"""How people, tablets and signatures follow from the log. Names and secrets are not in it."""

from foundation.folding import Kept, Unkept
from staff import models
from staff.recording import StaffEvent

PERSON = (
    StaffEvent.HOUSE_OPENED,
    StaffEvent.PERSON_ADDED,
    StaffEvent.PERSON_CHANGED,
    StaffEvent.ROLES_EXCEPTED,
    StaffEvent.PERSON_LEFT,
    StaffEvent.PERSON_RETURNED,
    StaffEvent.PIN_RESET,
    StaffEvent.PIN_PROVED,
    StaffEvent.PIN_CHANGED,
    StaffEvent.PASSWORD_CHANGED,
    StaffEvent.SECOND_FACTOR_SET,
    StaffEvent.SECRET_SEALED_AGAIN,
    StaffEvent.SERVICE_ADDED,
    StaffEvent.SERVICE_SHUT,
    StaffEvent.LOCK_LIFTED,
    "first_day.administrator_recovered",
    "first_day.lists_imported",
    "tables.floor_set_up",
    "audit.database_rebuilt",
)

# What a person reads in, and where they are signed in, changes without an event.
FLEETING = (
    "session_key", "last_login", "theme", "language", "totp_last_step", "pin_changed_at",
)  # fmt: skip

# Nobody knows the secrets of a lost database; these are in no hands, and each is given anew.
NOBODYS_HASH = "sha256(convert_to(gen_random_uuid()::text, 'UTF8'))"
PERSON_ANEW = {
    "name": "t.badge",
    "pin": "''",
    "password": "case when t.is_service then '' else '!' || gen_random_uuid() end",
    "totp_secret": "''",
    "session_key": "''",
    "theme": "''",
    "language": "''",
    "totp_last_step": "0",
}

FOLDS = [
    Kept(models.Property),
    Kept(models.Installation, once=True),
    Unkept(models.SetUpCode, "it opens set-up once, and is gone when there is a house"),
    Kept(
        models.Person,
        private=("name", "pin", "password", "totp_secret"),
        fleeting=FLEETING,
        kinds=PERSON,
        anew=PERSON_ANEW,
    ),
    Kept(
        models.Tablet,
        private=("key_hash", "enrol_code_hash"),
        anew={"key_hash": "null", "enrol_code_hash": "null"},
    ),
    Kept(models.SignOff, kinds=(StaffEvent.SIGNED,), once=True),
    Unkept(models.SignInCounter, "wrong tries of the last minutes; a lock-out is an event"),
    Unkept(models.StrangerTries, "tries of this minute; the record gets their sum"),
    Kept(models.RecoveryCode, private=("code_hash",), anew={"code_hash": NOBODYS_HASH}),
    Kept(models.Passkey, private=("name",), anew={"name": "'passkey ' || t.id"}),
    Unkept(models.PasskeyUse, "when a passkey was last used; a sign-in is an event"),
    Unkept(
        models.ProviderSession, "it finds a session for the provider, and is worth nothing after"
    ),
    Kept(models.ServiceToken, private=("token_hash",), anew={"token_hash": NOBODYS_HASH}),
    Unkept(models.ServiceTokenUse, "when a token was last used, for the page and the review"),
]
