"""The public keys that this installation gives out: the log's, and the witness's."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from audit.log.notes import BadNote, VerifierKey
from audit.queries.trees import trees_of


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One key as people read it out and as tools read it."""

    key: VerifierKey
    is_current: bool

    @property
    def key_id(self) -> str:
        return self.key.key_id.hex()

    @property
    def fingerprint(self) -> str:
        """The whole public key in groups of four, to be compared with a letter or by telephone."""
        digits = self.key.public.hex()
        return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


@dataclass(frozen=True, slots=True)
class KeySheet:
    logs: list[KeyLine]
    witness: KeyLine | None


def public_keys(origin: str) -> list[VerifierKey]:
    """The keys of a log as this installation publishes them, the oldest first."""
    path = Path(settings.PUBLIC_KEYS_FILE)
    lines = path.read_text().splitlines() if path.exists() else []
    keys = [VerifierKey.parse(line) for line in lines if line and not line.startswith("#")]
    return [key for key in keys if key.name == origin]


def published_witness_key() -> Path:
    return Path(settings.PUBLIC_KEYS_FILE).with_name("witness-key")


def pinned_witness_key() -> str:
    """The witness's key as it was given to us, or as the signer kept it the first time."""
    if settings.WITNESS_KEY:
        return str(settings.WITNESS_KEY)
    for path in (settings.SIGNER_DIR / "witness-key", published_witness_key()):
        try:
            return path.read_text().strip()
        except OSError:
            continue
    return ""


def key_sheet(log_id: int) -> KeySheet:
    """Every key that a property's log ever signed with, the newest first, and the witness's."""
    lines = []
    for tree in reversed(trees_of(log_id)):
        newest_first = list(reversed(public_keys(tree.origin)))
        lines += [KeyLine(key, tree.is_open and not at) for at, key in enumerate(newest_first)]
    return KeySheet(lines, _witness())


def _witness() -> KeyLine | None:
    try:
        return KeyLine(VerifierKey.parse(pinned_witness_key()), is_current=True)
    except BadNote:
        return None
