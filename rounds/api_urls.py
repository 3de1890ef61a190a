from django.urls import path

from rounds.api import commands, document, reads

ROUND = "rounds/<uuid:round_id>/"

urlpatterns = [
    path("schema/", document.Document.as_view(), name="api-schema"),
    path("tables/<int:table_id>/sheet/", reads.TableSheet.as_view(), name="api-table-sheet"),
    path("tables/<int:table_id>/rounds/", commands.OpenRound.as_view(), name="api-open-round"),
    path(
        "tables/<int:table_id>/whole-rounds/",
        commands.RecordWholeRound.as_view(),
        name="api-whole-rounds",
    ),
    path("rounds/", reads.Rounds.as_view(), name="api-rounds"),
    path(ROUND, reads.RoundSheet.as_view(), name="api-round"),
    path(f"{ROUND}why/", reads.Why.as_view(), name="api-why"),
    path(f"{ROUND}seats/", commands.SeatPlayer.as_view(), name="api-seats"),
    path(f"{ROUND}wagers/", commands.PlaceWagers.as_view(), name="api-wagers"),
    path(f"{ROUND}bank/", commands.AnswerOffers.as_view(), name="api-bank"),
    path(f"{ROUND}dealer-wager/", commands.DealerWager.as_view(), name="api-dealer-wager"),
    path(f"{ROUND}close/", commands.CloseWagers.as_view(), name="api-close"),
    path(f"{ROUND}roll/", commands.RecordRoll.as_view(), name="api-roll"),
    path(f"{ROUND}delivery/", commands.ChooseDelivery.as_view(), name="api-delivery"),
    path(f"{ROUND}deal/", commands.RecordDeal.as_view(), name="api-deal"),
    path(f"{ROUND}hands/", commands.SetHands.as_view(), name="api-hands"),
    path(f"{ROUND}states/", commands.EndHand.as_view(), name="api-states"),
    path(f"{ROUND}community/", commands.ShowCommunity.as_view(), name="api-community"),
    path(f"{ROUND}quick/", commands.EnterQuickly.as_view(), name="api-quick"),
    path(f"{ROUND}settle/", commands.SettleRound.as_view(), name="api-settle"),
    path(f"{ROUND}void/", commands.VoidRound.as_view(), name="api-void"),
    path(f"{ROUND}step-back/", commands.StepBack.as_view(), name="api-step-back"),
    path(
        f"{ROUND}irregularities/",
        commands.ReportIrregularity.as_view(),
        name="api-irregularities",
    ),
    path(
        f"{ROUND}irregularities/<int:n>/confirm/",
        commands.ConfirmRuling.as_view(),
        name="api-confirm-ruling",
    ),
    path(f"{ROUND}tiles-later/", commands.AddTiles.as_view(), name="api-tiles-later"),
    path(f"{ROUND}corrections/", commands.CorrectRound.as_view(), name="api-corrections"),
    path(f"{ROUND}disputes/", commands.OpenDispute.as_view(), name="api-disputes"),
    path("rules/<str:profile>/tables/", reads.RulesTables.as_view(), name="api-rules-tables"),
    path(
        "rules/submissions/<int:submission_id>/tables/",
        reads.SubmissionTables.as_view(),
        name="api-submission-tables",
    ),
]
