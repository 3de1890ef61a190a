from django.urls import path

from audit import monitor, views

urlpatterns = [
    path("log/", monitor.monitored_logs, name="monitored-logs"),
    path("log/<int:tree_id>/checkpoint", monitor.monitored_checkpoint, name="monitored-checkpoint"),
    path("log/<int:tree_id>/tile/<path:tile>", monitor.monitored_tile, name="monitored-tile"),
    path("record/", views.stream, name="audit"),
    path("record/log/", views.log_page, name="audit-log"),
    path("record/log/state/", views.log_state, name="audit-log-state"),
    path("record/keys/", views.keys, name="audit-keys"),
    path("record/keys/logs.txt", views.key_file, name="audit-key-file"),
    path("record/keys/verify.py", views.verifier, name="audit-verifier"),
    path("record/events/<uuid:event_id>/", views.event, name="audit-event"),
    path("record/events/<uuid:event_id>/proof/", views.event_proof, name="audit-proof"),
    path("record/about/<str:subject>/", views.about, name="audit-about"),
    path("record/exports/", views.exports, name="audit-exports"),
    path("record/exports/<uuid:export_id>/", views.export, name="audit-export"),
    path("record/things/", views.things, name="audit-things"),
    path("record/holds/", views.holds, name="audit-holds"),
    path("record/holds/<int:hold_id>/release/", views.release_hold_form, name="audit-release"),
    path("record/successor/", views.successor, name="audit-successor"),
]
