"""The commands of a round as tests tap them: about a round, by a call, with values written short.

Every tap goes through the pipeline that every door uses, receipt and version included. Only PINs
are left out: a test has the signer already.
"""

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from foundation.commands import Given
from foundation.doors import refusing_faults
from foundation.inputs import Input, read_values
from review.commands import attachments, deciding, disputes, reopening, statements
from rounds import commands
from rounds.commands.corrections import ChangesGiven
from rounds.commands.dealing import DeliveryGiven, RollGiven
from rounds.commands.hands import HandGiven as HandInput
from rounds.models import RoundState
from staff.commands.signing import Signer
from staff.models import Person

Thrown = RollGiven


@dataclass(frozen=True)
class Call:
    """Who taps, under which id, on what they last saw; without `at`, now."""

    by: Person
    request_id: UUID = field(default_factory=uuid4)
    version: int | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class Why:
    reason: str
    note: str = ""


@dataclass(frozen=True)
class Claim:
    claim: str
    seat: int | None = None
    amount_cents: int | None = None
    note: str = ""
    hold: str = "round"


@dataclass(frozen=True)
class Account:
    paid_cents: int | None = None
    facts: dict = field(default_factory=dict)
    cameras: tuple = ()
    timecode_from: datetime | None = None
    timecode_to: datetime | None = None
    clock_offset_seconds: int = 0


@dataclass(frozen=True)
class Said:
    speaker: str
    name: str = ""
    account: str = ""
    words: str = ""


@dataclass(frozen=True)
class Reopening:
    reason: str


@dataclass(frozen=True)
class Finding:
    decision: str
    cite: str
    note: str = ""
    changes: ChangesGiven | None = None
    corrects: bool | None = None
    nothing_moves_because: str = ""


@dataclass(frozen=True)
class Incident:
    """What went wrong in a whole round; without a signer nobody has ruled on it."""

    event: str
    facts: dict
    state: str = "dealt"
    ruling: str = "proposed"
    signer: Signer | None = None


def HandGiven(place, held, high=None, low=None, set_by="player"):  # noqa: N802 - reads as a value
    """A hand of tiles or of cards, by what its pieces look like."""
    pieces = "tiles" if "-" in held[0] else "cards"
    return HandInput(place=place, high=high, low=low, set_by=set_by, **{pieces: tuple(held)})


@dataclass(frozen=True)
class Opening:
    round_id: UUID
    carry_wagers: bool = False


@dataclass(frozen=True, kw_only=True)
class WholeRound:
    """Everything about a finished round, in short."""

    wagers: list
    round_id: UUID = field(default_factory=uuid4)
    players: list = ()
    answers: list = ()
    others_pass: bool = False
    dealer_wager: int | None = None
    no_rolls: list = ()
    thrown: RollGiven | None = None
    delivery: dict | None = None
    start: str = ""
    hands: list = ()
    community: str = ""
    states: list = ()
    outcomes: list = ()
    incidents: list = ()
    ends_signed_by: Signer | None = None
    void_reason: str = ""
    void_second: Signer | None = None
    played_at: datetime | None = None

    def values(self):
        void = {"reason": self.void_reason, "second": NOBODY} if self.void_second else None
        return {
            "id": self.round_id,
            "seats": [
                {"seat": seat, "players": [player] if player else []}
                for seat, player in self.players
            ],
            "bank": list(self.answers),
            "roll": self.thrown,
            "delivery": delivery_of(self.delivery) if self.delivery else None,
            "states": [
                {"seat": seat, "state": state, **({"second": NOBODY} if state == "void" else {})}
                for seat, state in self.states
            ],
            "irregularities": [
                {
                    "event": each.event,
                    "facts": each.facts,
                    "state": str(each.state),
                    "ruling": each.ruling,
                    "signed_by": NOBODY,
                }
                for each in self.incidents
            ],
            "void": void,
            **{
                name: getattr(self, name)
                for name in ("wagers", "others_pass", "dealer_wager", "no_rolls", "start", "hands",
                             "community", "outcomes", "played_at")
            },
        }  # fmt: skip

    def signers(self):
        found = {str(n): each.signer for n, each in enumerate(self.incidents) if each.signer}
        found |= {f"seat-{seat}": self.ends_signed_by for seat, how in self.states if how == "void"}
        return {**found, "void": self.void_second} if self.void_second else found


NOBODY = {"badge": "nobody", "pin": "000000"}


def delivery_of(given):
    """`options` is what the record calls the input's `option`."""
    if isinstance(given, DeliveryGiven):
        return given
    return {("option" if name == "options" else name): value for name, value in given.items()}


def tap(command, about, *given, **named):
    """Carry a command out about a round or a table; one of the values is the call."""
    (call,) = [each for each in given if isinstance(each, Call)]
    values = [each for each in given if each is not call] + list(named.values())
    signers = {}
    fields = dict(NAMED.get(command.name, partial(_in_order, command))(values, signers))
    subject = "table_id" if "table_id" in command.input.model_fields else "round_id"
    read = _read(command.input, {subject: about, **fields})
    return command.carry_out(
        Given(
            by=call.by,
            input=read,
            request_id=call.request_id,
            version=call.version,
            at=call.at,
            signers=signers,
        )
    )


def _read(model, fields):
    """Read values as a door would; signatures are somebody's whom the test names itself."""
    missing = {name: NOBODY for name in model.signed_fields if name not in ("badge", "pin")}
    pad = dict(NOBODY) if "badge" in model.signed_fields else {}
    with refusing_faults():
        return read_values(model, {**missing, **pad, **fields})


def _in_order(command, values, signers):
    """Values go to the input's own fields in their order; signers to their places."""
    places = [place.name for place in command.signs] or list(command.input.signers)
    shared = ("round_id", "table_id", *command.input.signed_fields)
    names = iter([name for name in command.input.model_fields if name not in shared])
    for value in values:
        if isinstance(value, Signer):
            signers[places[len(signers)]] = value
        elif value is not None or next(iter(places), None) is None:
            yield next(names), value


def _opening(values, signers):
    (opening,) = values
    return {"id": opening.round_id, "carry_wagers": opening.carry_wagers}


def _whole(values, signers):
    (whole,) = values
    signers.update(whole.signers())
    return whole.values()


def _flat(values, signers, places=()):
    """Values whose fields are the input's own, and a dispute by its number before them."""
    places, found = iter(places), {}
    for value in values:
        if isinstance(value, Signer):
            signers[next(places)] = value
        elif isinstance(value, int):
            found["dispute_id"] = value
        elif isinstance(value, ChangesGiven):
            found |= dict(value)
        elif value is not None:
            found |= dict(value) if isinstance(value, Input) else vars(value)
    return found


def _delivery(values, signers):
    (given,) = values
    return dict(given) if isinstance(given, DeliveryGiven) else delivery_of(given)


def _step_back(values, signers):
    to, signers["second"] = values
    return {"to": str(RoundState(to))}


def _hands(values, signers):
    return {"hands": values[0]}


NAMED = {
    "open_round": _opening,
    "record_whole_round": _whole,
    "record_roll": _flat,
    "choose_delivery": _delivery,
    "step_back": _step_back,
    "correct_round": partial(_flat, places=("ordered_by", "second")),
    "open_dispute": _flat,
    "add_to_dispute": _flat,
    "decide_dispute": partial(_flat, places=("own", "second")),
    "take_statement": partial(_flat, places=("speaker",)),
    "reopen_dispute": partial(_flat, places=("own", "second")),
}

for _module, _names in (
    (commands, [each.name for each in commands.COMMANDS]),
    (
        disputes,
        [
            "open_dispute",
            "add_to_dispute",
            "begin_review",
            "save_video",
            "ask_video_lock",
            "lift_hold",
            "withdraw_dispute",
        ],
    ),
    (deciding, ["decide_dispute"]),
    (statements, ["take_statement"]),
    (attachments, ["attach_file"]),
    (reopening, ["reopen_dispute"]),
):
    for _name in _names:
        globals()[_name] = partial(tap, getattr(_module, _name))
