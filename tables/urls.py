from django.urls import path

from foundation.doors import form_paths
from tables.commands import COMMANDS
from tables.views import custody, equipment, floor, house, limits, queue, training

TABLE = "tables/<int:table_id>/"
SET = "equipment/<int:equipment_id>/"

urlpatterns = [
    path("my-table/", floor.my_table, name="my-table"),
    path("tables/", floor.tables, name="tables"),
    path("tables/part/", floor.tables_part, name="tables-part"),
    path(TABLE, floor.table_page, name="table"),
    path(f"{TABLE}part/", floor.table_page_part, name="table-part"),
    path(f"{TABLE}inspection/<slug:kind>/", floor.inspection, name="inspection"),
    path(f"{TABLE}envelope/<slug:kind>/", floor.envelope_form, name="envelope-form"),
    path(f"{TABLE}envelope/<slug:kind>/sealed/", equipment.envelope_after, name="envelope-after"),
    path(f"{TABLE}replace-tile/", floor.replace_tile_page, name="replace-tile"),
    path(f"{TABLE}limits/", limits.limits, name="limits"),
    path(f"{TABLE}display/", floor.display, name="display"),
    path(f"{TABLE}hand-over/", floor.hand_over, name="hand-over"),
    path(f"{TABLE}take-over/", floor.take_over, name="take-over"),
    path("dealers/qualifications/", training.qualifications, name="qualifications"),
    path("verify/", queue.verification_page, name="verification-queue"),
    path("verify/part/", queue.verification_part, name="verification-queue-part"),
    path("verify/<int:inspection_id>/", queue.verify_page, name="verify"),
    path("alerts/", queue.alerts_page, name="alerts"),
    path("alerts/part/", queue.alerts_part, name="alerts-part"),
    path("equipment/", equipment.equipment_page, name="equipment"),
    path("equipment/part/", equipment.equipment_part, name="equipment-part"),
    path("equipment/receive/", equipment.receive, name="equipment-receive"),
    path("equipment/issue/", equipment.issue, name="equipment-issue"),
    path("equipment/security/", custody.security_desk, name="security-desk"),
    path("equipment/counts/", custody.counts, name="equipment-counts"),
    path("equipment/rebuild/", custody.rebuild, name="equipment-rebuild"),
    path(SET, equipment.one_set, name="equipment-set"),
    path(f"{SET}label/", equipment.set_label, name="equipment-label"),
    path(f"{SET}measure/", equipment.dice_inspection, name="dice-inspection"),
    path("envelopes/<int:envelope_id>/label/", equipment.envelope_label, name="envelope-label"),
    path("scan/", equipment.scan, name="scan"),
    path("work-orders/<int:order_id>/", custody.work_order_page, name="work-order"),
    path("discrepancies/", custody.discrepancies_page, name="discrepancies"),
    path("discrepancies/<int:report_id>/", custody.discrepancy_page, name="discrepancy"),
    path("rules/", house.rules_submissions, name="rules-submissions"),
    path("rules/new/", house.edit_submission, name="rules-submission-edit"),
    path("rules/file/", house.file_submission_form, name="rules-submission-file"),
    path("rules/<int:submission_id>/", house.rules_submission, name="rules-submission"),
    path("floor/setup/", house.floor_setup, name="floor-setup"),
    *form_paths(COMMANDS),
]
