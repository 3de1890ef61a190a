"""What each command takes, field by field."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from rounds.api.fields import (
    CentsField,
    FlagField,
    SeatField,
    StrictSerializer,
    WholeField,
    WordField,
)
from rounds.commands.corrections import Changes
from rounds.commands.dealing import Thrown
from rounds.commands.hands import HandGiven
from rounds.commands.whole import Incident, WholeRound
from rounds.facts import Answer, Delivery, PlayerAt, Wager
from rounds.models import Dispute, RoundState
from rules.dealing import ADJUSTMENTS
from staff.commands.signing import Signer


def many(serializer: type[StrictSerializer], most: int, **options: Any) -> Any:
    """A list of at most so many; the stubs do not know `max_length` here."""
    return serializer(many=True, **{"max_length": most, **options})


class OpenSerializer(StrictSerializer):
    id = serializers.UUIDField(help_text="Made by the client; names the round for ever.")
    carry_wagers = FlagField(default=False)


class PlayerSerializer(StrictSerializer):
    player = WordField(help_text="Marker or code of the player, never a name.")
    controls = FlagField(default=True)


class SeatSerializer(StrictSerializer):
    seat = SeatField()
    player = PlayerSerializer(allow_null=True, default=None)


class WagerSerializer(StrictSerializer):
    one_per = ("seat", "player")
    seat = SeatField()
    player = WordField(default="", allow_blank=True)
    cents = CentsField(help_text="0 withdraws the wager.")
    pair_fortunes = CentsField(default=0)
    match_play = CentsField(default=0)
    three_card = CentsField(default=0)
    four_card = CentsField(default=0)


class WagersSerializer(StrictSerializer):
    wagers = many(WagerSerializer, 24, allow_empty=False)


def wagers_given(given: list[dict[str, Any]]) -> list[Wager]:
    return [
        {key: value for key, value in wager.items() if value or key in ("seat", "player", "cents")}  # type: ignore[misc]
        for wager in given
    ]


class ShareSerializer(StrictSerializer):
    one_per = ("player",)
    player = WordField()
    cents = CentsField(help_text="What this player brings to the bank.")


class AnswerSerializer(StrictSerializer):
    seat = SeatField()
    answer = serializers.ChoiceField(["take", "co_bank", "pass"])
    funds_cents = CentsField(allow_null=True, default=None)
    shares = many(
        ShareSerializer,
        3,
        default=list,
        help_text="Players of one box who share the bank (NZ 5.5); together they are the funds.",
    )


class BankSerializer(StrictSerializer):
    """Answers in the order of the offers; with `others_pass`, the rest of them are passes."""

    answers = many(AnswerSerializer, 8)
    others_pass = FlagField(default=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if not given["answers"] and not given["others_pass"]:
            raise serializers.ValidationError(_("Give at least one answer."))
        return given


def answers_given(given: list[dict[str, Any]]) -> list[Answer]:
    found: list[Answer] = []
    for each in given:
        answer: Answer = {
            "seat": each["seat"],
            "answer": each["answer"],
            "funds_cents": each["funds_cents"],
        }
        if each["shares"]:
            answer["shares"] = [
                {"player": share["player"], "cents": share["cents"]} for share in each["shares"]
            ]
        found.append(answer)
    return found


class CentsSerializer(StrictSerializer):
    cents = CentsField()


class NothingSerializer(StrictSerializer):
    """An empty object."""


class RollSerializer(StrictSerializer):
    """The dice, or the generator's number, or why it was no roll."""

    dice = serializers.ListField(
        child=WholeField(min_value=1, max_value=6),
        min_length=3,
        max_length=3,
        allow_null=True,
        default=None,
    )
    generator = WholeField(min_value=3, max_value=18, allow_null=True, default=None)
    device = WordField(default="", allow_blank=True)
    no_roll = WordField(default="", allow_blank=True)
    adjust = WholeField(min_value=-4, max_value=4, default=0)

    def validate_adjust(self, adjust: int) -> int:
        if adjust not in ADJUSTMENTS:
            raise serializers.ValidationError(_("-4, 0 or 4 is needed."))
        return adjust

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        ways = [given["dice"] is not None, given["generator"] is not None]
        if not given["no_roll"] and sum(ways) != 1:
            raise serializers.ValidationError(_("Give the dice or the generator's number."))
        return given


def thrown_given(given: dict[str, Any]) -> Thrown:
    dice = given["dice"]
    return Thrown(
        dice=(dice[0], dice[1], dice[2]) if dice else None,
        generator=given["generator"],
        device=given["device"],
        adjust=given["adjust"],
        no_roll=given["no_roll"],
    )


class BankCutSerializer(StrictSerializer):
    """Stacks `first` to `last` move; the first `to_right` of them to the right end."""

    first = WholeField(min_value=1, max_value=8)
    last = WholeField(min_value=1, max_value=8)
    to_right = WholeField(min_value=0, max_value=8)


class DeliverySerializer(StrictSerializer):
    style = WordField(default="", allow_blank=True)  # type: ignore[assignment]  # the rules' word
    cut = WordField(default="", allow_blank=True)
    option = serializers.ListField(child=WordField(), max_length=2, default=list)
    bank_cut = BankCutSerializer(allow_null=True, default=None)
    laja = FlagField(default=False)


def delivery_given(given: dict[str, Any]) -> Delivery:
    return {
        "style": given["style"],
        "cut": given["cut"],
        "options": list(given["option"]),
        "bank_cut": dict(given["bank_cut"]) if given["bank_cut"] else None,
        "laja": given["laja"],
    }


class DealSerializer(StrictSerializer):
    start = WordField(
        default="", allow_blank=True, help_text="The position computed and shown, confirmed."
    )


def _pieces(most: int) -> serializers.ListField:
    return serializers.ListField(
        child=WordField(max_length=3), max_length=most, allow_null=True, default=None
    )


class HandSerializer(StrictSerializer):
    one_per = ("place",)
    place = WordField(help_text="seat-3, box-3, dealer or bank")
    tiles = _pieces(4)
    cards = _pieces(3)
    high = _pieces(2)
    low = _pieces(2)
    set_by = serializers.ChoiceField(["player", "house_way", "dealer"], default="player")

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if (given["tiles"] is None) == (given["cards"] is None):
            raise serializers.ValidationError(_("Give the tiles or the cards."))
        return given


class HandsSerializer(StrictSerializer):
    hands = many(HandSerializer, 9, allow_empty=False)


def hands_given(given: list[dict[str, Any]]) -> list[HandGiven]:
    return [
        HandGiven(
            place=each["place"],
            held=tuple(each["tiles"] if each["tiles"] is not None else each["cards"]),
            high=None if each["high"] is None else tuple(each["high"]),
            low=None if each["low"] is None else tuple(each["low"]),
            set_by=each["set_by"],
        )
        for each in given
    ]


class StateSerializer(StrictSerializer):
    one_per = ("seat",)
    seat = SeatField()
    state = serializers.ChoiceField(["played", "surrendered", "conceded", "abandoned", "void"])


class CommunitySerializer(StrictSerializer):
    card = WordField(max_length=3)


class OutcomeSerializer(StrictSerializer):
    one_per = ("seat",)
    seat = WholeField(min_value=0, max_value=8, help_text="0 is the dealer's own wager.")
    outcome = serializers.ChoiceField(
        ["win", "lose", "push", "surrendered", "conceded", "abandoned", "void"]
    )


class QuickSerializer(StrictSerializer):
    outcomes = many(OutcomeSerializer, 9, allow_empty=False)
    hands = many(HandSerializer, 2, default=list)


class SignatureSerializer(StrictSerializer):
    """Somebody's badge and PIN, entered at this moment."""

    badge = WordField(max_length=20)
    pin = WordField(max_length=12, write_only=True)


class VoidSerializer(StrictSerializer):
    reason = WordField()
    second = SignatureSerializer()


class StepBackSerializer(StrictSerializer):
    to = serializers.ChoiceField(
        [RoundState.BETTING.value, RoundState.CLOSED.value, RoundState.DEALT.value]
    )
    second = SignatureSerializer()


class SceneSerializer(StrictSerializer):
    """What the ruling depends on; only what the event asks about matters."""

    seats = serializers.ListField(child=SeatField(), max_length=8, default=list)
    tiles_exposed = WholeField(min_value=1, max_value=32, default=1)
    whose = serializers.ChoiceField(
        ["dealer", "bank", "player", "dead-hand", "empty"], default="player"
    )
    by = serializers.ChoiceField(["dealer", "bank", "player"], default="dealer")
    change = serializers.ChoiceField(["placed", "raised", "withdrawn"], default="placed")
    player_has_looked = FlagField(default=False)
    first_hand_exposed = FlagField(default=False)
    can_be_rebuilt = FlagField(default=False)
    all_boxes_in_play = FlagField(default=False)
    note = WordField(max_length=200, default="", allow_blank=True)


class IrregularitySerializer(StrictSerializer):
    event = WordField()
    facts = SceneSerializer(default=dict)

    def validate_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        if facts:
            return facts
        scene = SceneSerializer(data={})
        scene.is_valid(raise_exception=True)
        return dict(scene.validated_data)


class RulingSerializer(StrictSerializer):
    ruling = WordField(default="proposed", allow_blank=True)
    badge = WordField(max_length=20)
    pin = WordField(max_length=12, write_only=True)


class TilesLaterSerializer(StrictSerializer):
    hands = many(HandSerializer, 9, allow_empty=False)


class CorrectionSerializer(StrictSerializer):
    """Only what changes is given; the rest stays as it was settled."""

    reason = WordField()
    note = WordField(max_length=500, default="", allow_blank=True)
    wagers = many(WagerSerializer, 24, allow_null=True, default=None)
    hands = many(HandSerializer, 9, allow_null=True, default=None)
    states = many(StateSerializer, 8, allow_null=True, default=None)
    outcomes = many(OutcomeSerializer, 9, allow_null=True, default=None)
    ordered_by = SignatureSerializer()
    second = SignatureSerializer()


class DisputeSerializer(StrictSerializer):
    claim = WordField()
    seat = SeatField(allow_null=True, default=None)
    amount_cents = CentsField(allow_null=True, default=None)
    note = WordField(max_length=500, default="", allow_blank=True)
    hold = serializers.ChoiceField(Dispute.Hold.choices, default=Dispute.Hold.ROUND)


class WholeSeatSerializer(StrictSerializer):
    seat = SeatField()
    players = many(PlayerSerializer, 3, default=list)


class WholeIrregularitySerializer(IrregularitySerializer):
    """What went wrong, at which state of the round, and how somebody of the floor ruled on it."""

    state = serializers.ChoiceField(["betting", "closed", "dealt", "set"], default="dealt")
    ruling = WordField(default="proposed", allow_blank=True)
    signed_by = SignatureSerializer()


class WholeRoundSerializer(StrictSerializer):
    """A finished round in one call, for late entry, imports and smart tables.

    A seat without players has been left. A round by outcomes says in them how hands ended. A
    round that was declared void is entered as far as it got.
    """

    id = serializers.UUIDField()
    played_at = serializers.DateTimeField(allow_null=True, default=None)
    seats = many(WholeSeatSerializer, 8, default=list)
    wagers = many(WagerSerializer, 24, allow_empty=False)
    bank = many(AnswerSerializer, 8, default=list)
    others_pass = FlagField(default=False)
    dealer_wager = CentsField(allow_null=True, default=None)
    no_rolls = serializers.ListField(child=WordField(), max_length=10, default=list)
    roll = RollSerializer(allow_null=True, default=None)
    delivery = DeliverySerializer(allow_null=True, default=None)
    start = WordField(
        default="", allow_blank=True, help_text="Who was dealt to first; checked if it is given."
    )
    hands = many(HandSerializer, 9, default=list)
    community = WordField(max_length=3, default="", allow_blank=True)
    states = many(StateSerializer, 8, default=list)
    outcomes = many(OutcomeSerializer, 9, default=list)
    irregularities = many(WholeIrregularitySerializer, 8, default=list)
    void = VoidSerializer(allow_null=True, default=None)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if given["outcomes"] and given["states"]:
            raise serializers.ValidationError(
                {"states": [_("Say in the outcomes how these hands ended.")]}
            )
        return given


def changes_given(given: dict[str, Any]) -> Changes:
    return Changes(
        wagers=None if given["wagers"] is None else wagers_given(given["wagers"]),
        hands=None if given["hands"] is None else hands_given(given["hands"]),
        states=None if given["states"] is None else states_given(given["states"]),
        outcomes=given["outcomes"],
    )


def states_given(given: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(each["seat"], each["state"]) for each in given]


def seats_given(given: list[dict[str, Any]]) -> list[tuple[int, PlayerAt | None]]:
    found: list[tuple[int, PlayerAt | None]] = [
        (at["seat"], None) for at in given if not at["players"]
    ]
    found += [
        (at["seat"], {"player": each["player"], "controls": each["controls"]})
        for at in given
        for each in at["players"]
    ]
    return found


def incidents_given(
    given: list[dict[str, Any]], signer: Callable[[dict[str, Any]], Signer]
) -> list[Incident]:
    return [
        Incident(
            event=each["event"],
            facts=each["facts"],
            state=RoundState(each["state"]),
            ruling=each["ruling"],
            signer=signer(each["signed_by"]),
        )
        for each in given
    ]


def whole_given(given: dict[str, Any], signer: Callable[[dict[str, Any]], Signer]) -> WholeRound:
    """Read a whole round; `signer` finds out who signed, by badge and PIN."""
    void = given["void"]
    return WholeRound(
        round_id=given["id"],
        played_at=given["played_at"],
        players=seats_given(given["seats"]),
        wagers=wagers_given(given["wagers"]),
        answers=answers_given(given["bank"]),
        others_pass=given["others_pass"],
        dealer_wager=given["dealer_wager"],
        no_rolls=given["no_rolls"],
        thrown=thrown_given(given["roll"]) if given["roll"] else None,
        delivery=delivery_given(given["delivery"]) if given["delivery"] else None,
        start=given["start"],
        hands=hands_given(given["hands"]),
        community=given["community"],
        states=states_given(given["states"]),
        outcomes=given["outcomes"],
        incidents=incidents_given(given["irregularities"], signer),
        void_reason=void["reason"] if void else "",
        void_second=signer(void["second"]) if void else None,
    )
