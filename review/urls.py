from django.urls import path

from review.views import disputes, replay, rounds, search, surveillance

urlpatterns = [
    path("rounds/search/", search.search, name="search-rounds"),
    path("rounds/search/save/", search.save, name="save-search"),
    path("rounds/search/<int:search_id>/drop/", search.drop, name="drop-search"),
    path("rounds/", rounds.rounds_page, name="rounds"),
    path("rounds/<uuid:round_id>/", rounds.one_round, name="round"),
    path("rounds/<uuid:round_id>/replay/", replay.replay_round, name="replay"),
    path("rounds/<uuid:round_id>/what-if/", replay.what_if, name="what-if"),
    path("rounds/<uuid:round_id>/dispute/", disputes.open_one, name="open-dispute"),
    path("disputes/", disputes.disputes_page, name="disputes"),
    path("disputes/waiting/", disputes.waiting, name="disputes-waiting"),
    path("disputes/<int:dispute_id>/", disputes.one_dispute, name="dispute"),
    path("disputes/<int:dispute_id>/now/", disputes.dispute_part, name="dispute-now"),
    path("disputes/<int:dispute_id>/account/", disputes.add_findings, name="dispute-add"),
    path("disputes/<int:dispute_id>/statement/", disputes.statement, name="dispute-statement"),
    path("disputes/attach/<int:dispute_id>/", disputes.attach, name="dispute-attach"),
    path("disputes/<int:dispute_id>/files/<int:n>/", disputes.attachment, name="dispute-file"),
    path("disputes/<int:dispute_id>/lock/", disputes.video_lock, name="dispute-lock"),
    path("disputes/<int:dispute_id>/reopen/", disputes.reopen, name="dispute-reopen"),
    path("disputes/<int:dispute_id>/review/", disputes.review, name="dispute-review"),
    path("disputes/<int:dispute_id>/video/", disputes.video, name="dispute-video"),
    path("disputes/<int:dispute_id>/lift/", disputes.lift, name="dispute-lift"),
    path("disputes/<int:dispute_id>/decide/", disputes.decide, name="dispute-decide"),
    path("disputes/<int:dispute_id>/release/", disputes.release_tile_set, name="dispute-release"),
    path("disputes/<int:dispute_id>/decision/", disputes.decision, name="dispute-decision"),
    path("disputes/<int:dispute_id>/notice/", disputes.notice, name="dispute-notice"),
    path("surveillance/", surveillance.surveillance_log, name="surveillance-log"),
    path("surveillance/failure/", surveillance.write_outage, name="write-outage"),
    path("surveillance/<int:entry_id>/outage/", surveillance.outage_step, name="outage-step"),
    path("surveillance/new/", surveillance.write_observation, name="write-surveillance"),
    path(
        "surveillance/<int:entry_id>/add/", surveillance.write_observation, name="add-surveillance"
    ),
]
