from django.urls import path

from audit import api

LOG = "audit/logs/<int:log_id>/"

urlpatterns = [
    path("audit/events/", api.Events.as_view(), name="api-audit-events"),
    path("audit/events/<uuid:event_id>/", api.Event.as_view(), name="api-audit-event"),
    path("audit/events/<uuid:event_id>/proof/", api.EventProof.as_view(), name="api-audit-proof"),
    path("audit/logs/", api.Logs.as_view(), name="api-audit-logs"),
    path(f"{LOG}checkpoint", api.LatestCheckpoint.as_view(), name="api-audit-checkpoint"),
    path(f"{LOG}consistency/", api.Consistency.as_view(), name="api-audit-consistency"),
    path(f"{LOG}tile/<path:tile>", api.LogTile.as_view(), name="api-audit-tile"),
]
