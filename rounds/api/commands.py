"""One view a command: parse, call, answer with the round's sheet."""

from abc import ABC, abstractmethod
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rounds.api import serializers as given
from rounds.api.fields import StrictSerializer, read_by
from rounds.api.pace import PaceThrottle
from rounds.api.requests import call_of, person_of, signer_of
from rounds.api.schema import command_schema
from rounds.api.sheets import RoundSheetSerializer
from rounds.commands import (
    bank,
    corrections,
    dealing,
    disputes,
    hands,
    irregularities,
    quick,
    settling,
    voiding,
    wagers,
    whole,
)
from rounds.commands.opening import Opening, open_round
from rounds.commands.steps import Call
from rounds.models import Dispute, RoundState
from rounds.queries.sheets import Sheet
from staff.policy import Act, require


class CommandView(APIView, ABC):
    """A POST that carries out one command and answers with the sheet it leads to."""

    throttle_classes = (PaceThrottle,)
    reads: ClassVar[type[StrictSerializer]]
    right: ClassVar[Act] = Act.ENTER_ROUND
    needs_version = True

    def post(self, request: Request, **where: Any) -> Response:
        require(person_of(request), self.right)
        data = read_by(self.reads, request.data)
        call = call_of(request, needs_version=self.needs_version)
        sheet = self.act(call, data, **where)
        return answer(sheet)

    @abstractmethod
    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        """Carry the command out; a second person's signature is read from `self.request`."""


def answer(sheet: Sheet) -> Response:
    return Response(sheet, headers={"ETag": f'"{sheet["version"]}"'})


@command_schema(
    given.OpenSerializer,
    RoundSheetSerializer,
    summary="Open the next round at a table",
    needs_version=False,
)
class OpenRound(CommandView):
    reads = given.OpenSerializer
    needs_version = False

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        opening = Opening(data["id"], carry_wagers=data["carry_wagers"])
        return open_round(where["table_id"], opening, call)


@command_schema(given.SeatSerializer, RoundSheetSerializer, summary="Seat or unseat a player")
class SeatPlayer(CommandView):
    reads = given.SeatSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        at = data["player"]
        player = {"player": at["player"], "controls": at["controls"]} if at else None
        return wagers.seat_player(where["round_id"], call, data["seat"], player)  # type: ignore[arg-type]


@command_schema(given.WagersSerializer, RoundSheetSerializer, summary="Place or change wagers")
class PlaceWagers(CommandView):
    reads = given.WagersSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        placed = given.wagers_given(data["wagers"])
        return wagers.place_wagers(where["round_id"], call, placed)


@command_schema(given.BankSerializer, RoundSheetSerializer, summary="Answer the offers of the bank")
class AnswerOffers(CommandView):
    reads = given.BankSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        answers = given.answers_given(data["answers"])
        return bank.answer_offers(where["round_id"], call, answers, others_pass=data["others_pass"])


@command_schema(given.CentsSerializer, RoundSheetSerializer, summary="Set the dealer's wager")
class DealerWager(CommandView):
    reads = given.CentsSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return bank.place_dealer_wager(where["round_id"], call, data["cents"])


@command_schema(given.NothingSerializer, RoundSheetSerializer, summary="No more bets")
class CloseWagers(CommandView):
    reads = given.NothingSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return bank.close_wagers(where["round_id"], call)


@command_schema(given.RollSerializer, RoundSheetSerializer, summary="Record dice or generator")
class RecordRoll(CommandView):
    reads = given.RollSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return dealing.record_roll(where["round_id"], call, given.thrown_given(data))


@command_schema(given.DeliverySerializer, RoundSheetSerializer, summary="Choose cut or delivery")
class ChooseDelivery(CommandView):
    reads = given.DeliverySerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return dealing.choose_delivery(where["round_id"], call, given.delivery_given(data))


@command_schema(given.DealSerializer, RoundSheetSerializer, summary="Confirm the deal")
class RecordDeal(CommandView):
    reads = given.DealSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return dealing.record_deal(where["round_id"], call, data["start"])


@command_schema(given.HandsSerializer, RoundSheetSerializer, summary="Record hands as set")
class SetHands(CommandView):
    reads = given.HandsSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return hands.set_hands(where["round_id"], call, given.hands_given(data["hands"]))


@command_schema(
    given.StateSerializer, RoundSheetSerializer, summary="Surrender, concede, abandon or void"
)
class EndHand(CommandView):
    reads = given.StateSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return hands.end_hand(where["round_id"], call, data["seat"], data["state"])


@command_schema(given.CommunitySerializer, RoundSheetSerializer, summary="Show the community card")
class ShowCommunity(CommandView):
    reads = given.CommunitySerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return hands.show_community(where["round_id"], call, data["card"])


@command_schema(given.QuickSerializer, RoundSheetSerializer, summary="Enter outcomes only")
class EnterQuickly(CommandView):
    reads = given.QuickSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return quick.enter_quickly(
            where["round_id"], call, data["outcomes"], given.hands_given(data["hands"])
        )


@command_schema(given.NothingSerializer, RoundSheetSerializer, summary="Settle the round")
class SettleRound(CommandView):
    reads = given.NothingSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return settling.settle_round(where["round_id"], call)


@command_schema(
    given.IrregularitySerializer, RoundSheetSerializer, summary="Report an irregularity"
)
class ReportIrregularity(CommandView):
    reads = given.IrregularitySerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        return irregularities.report_irregularity(
            where["round_id"], call, data["event"], data["facts"]
        )


@command_schema(given.VoidSerializer, RoundSheetSerializer, summary="Declare the round void")
class VoidRound(CommandView):
    reads = given.VoidSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        second = signer_of(self.request, data["second"])
        return voiding.void_round(where["round_id"], call, data["reason"], second)


@command_schema(
    given.StepBackSerializer, RoundSheetSerializer, summary="Take the round back a step"
)
class StepBack(CommandView):
    reads = given.StepBackSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        second = signer_of(self.request, data["second"])
        return voiding.step_back(where["round_id"], call, RoundState(data["to"]), second)


@command_schema(given.RulingSerializer, RoundSheetSerializer, summary="Confirm a ruling")
class ConfirmRuling(CommandView):
    reads = given.RulingSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        signer = signer_of(self.request, data)
        round_id: UUID = where["round_id"]
        return irregularities.confirm_ruling(round_id, call, where["n"], data["ruling"], signer)


@command_schema(
    given.TilesLaterSerializer, RoundSheetSerializer, summary="Add tiles to a quick round"
)
class AddTiles(CommandView):
    reads = given.TilesLaterSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        found = given.hands_given(data["hands"])
        return corrections.add_tiles(where["round_id"], call, found)


@command_schema(given.CorrectionSerializer, RoundSheetSerializer, summary="Correct a settled round")
class CorrectRound(CommandView):
    reads = given.CorrectionSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        ordered_by = signer_of(self.request, data["ordered_by"])
        second = signer_of(self.request, data["second"])
        why = corrections.Why(data["reason"], data["note"])
        changes = given.changes_given(data)
        return corrections.correct_round(where["round_id"], call, changes, why, ordered_by, second)


@command_schema(given.DisputeSerializer, RoundSheetSerializer, summary="Open a dispute")
class OpenDispute(CommandView):
    right = Act.OPEN_DISPUTE
    reads = given.DisputeSerializer

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        claim = disputes.Claim(
            data["claim"],
            seat=data["seat"],
            amount_cents=data["amount_cents"],
            note=data["note"],
            hold=Dispute.Hold(data["hold"]),
        )
        return disputes.open_dispute(where["round_id"], call, claim)


@command_schema(
    given.WholeRoundSerializer,
    RoundSheetSerializer,
    summary="Record a finished round in one call",
    needs_version=False,
)
class RecordWholeRound(CommandView):
    reads = given.WholeRoundSerializer
    needs_version = False

    def act(self, call: Call, data: dict[str, Any], **where: Any) -> Sheet:
        finished = given.whole_given(data, partial(signer_of, self.request))
        return whole.record_whole_round(where["table_id"], finished, call)
