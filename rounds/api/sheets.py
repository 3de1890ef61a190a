"""The shape of the answers, for the OpenAPI description."""

from typing import Any

from rest_framework import serializers

JSON = serializers.JSONField


class RoundSheetSerializer(serializers.Serializer[Any]):
    """A round as a screen shows it."""

    id = serializers.UUIDField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    gaming_day = serializers.DateField()
    state = serializers.ChoiceField(["betting", "closed", "dealt", "set", "settled", "void"])
    version = serializers.IntegerField()
    profile = serializers.CharField()
    submission = JSON()
    source = serializers.ChoiceField(["tablet", "whole", "demo"])  # type: ignore[assignment]  # the API's word
    depth = serializers.ChoiceField(["tiles", "quick"])
    is_late_entry = serializers.BooleanField()
    opened_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    void_reason = serializers.CharField(allow_blank=True)
    seats = JSON()
    occupied = serializers.ListField(child=serializers.IntegerField())
    wagers = serializers.ListField(child=JSON())
    bank = JSON()
    dealer_wager = serializers.IntegerField(allow_null=True)
    roll = JSON(allow_null=True)
    no_rolls = serializers.ListField(child=serializers.CharField())
    delivery = JSON(allow_null=True)
    hands = JSON()
    states = JSON()
    community = serializers.CharField(allow_blank=True)
    quick = JSON(allow_null=True)
    places = serializers.ListField(child=JSON())
    left = JSON()
    irregularities = serializers.ListField(child=JSON())
    has_correction = serializers.BooleanField()
    correction = JSON(allow_null=True)
    is_held = serializers.BooleanField()
    disputes = serializers.ListField(child=JSON())
    settlement = JSON(allow_null=True)


class TableSheetSerializer(serializers.Serializer[Any]):
    """A table as its dealer's screen shows it."""

    table = JSON()
    options = JSON()
    clocks = serializers.ListField(child=JSON())
    dealer = JSON(allow_null=True)
    floorperson = JSON(allow_null=True)
    round = RoundSheetSerializer(allow_null=True)
    last_round = JSON(allow_null=True)
    can_open = JSON()
    bank_offers = JSON()
    seated = JSON()
    irregularities = serializers.ListField(child=JSON())
    jackpot = JSON(allow_null=True)
    server_time = serializers.DateTimeField()


class ReasonSerializer(serializers.Serializer[Any]):
    cite = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    code = serializers.CharField(required=False)
    params = JSON(required=False)


class WhySerializer(serializers.Serializer[Any]):
    """Why a round was settled as it was."""

    round = serializers.UUIDField()
    settlement = serializers.IntegerField()
    reasons = ReasonSerializer(many=True)


class RoundRowSerializer(serializers.Serializer[Any]):
    """One round in a list."""

    id = serializers.UUIDField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    gaming_day = serializers.DateField()
    state = serializers.CharField()
    version = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    dealer = serializers.IntegerField()
    bank_kind = serializers.CharField()
    bank_seat = serializers.IntegerField(allow_null=True)
    depth = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # the API's word
    is_late_entry = serializers.BooleanField()
    has_irregularity = serializers.BooleanField()
    has_correction = serializers.BooleanField()
    has_dispute = serializers.BooleanField()
    void_reason = serializers.CharField(allow_blank=True)
    house_net_cents = serializers.IntegerField(allow_null=True)
    wagered_cents = serializers.IntegerField(allow_null=True)


class RoundPageSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = RoundRowSerializer(many=True)
