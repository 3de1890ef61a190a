from django.urls import path

from floor.views import board, homes, numbers, queue, sign

urlpatterns = [
    path("floor/", board.pit_board_page, name="pit-board"),
    path("floor/sums/", board.sums, name="board-sums"),
    path("floor/tables/<int:table_id>/", board.floor_table_page, name="floor-table"),
    path("floor/tables/<int:table_id>/now/", board.floor_table_part, name="floor-table-now"),
    path("floor/tables/<int:table_id>/tile/", board.table_tile, name="board-tile"),
    path("tables/<int:table_id>/sign/", sign.sign, name="sign"),
    path("numbers/", numbers.numbers, name="numbers"),
    path("queue/", queue.queue, name="queue"),
    path("queue/now/", queue.queue_part, name="queue-now"),
    path("queue/sign/", queue.signing_pad, name="queue-sign"),
    path("queue/inspections/<int:inspection_id>/", queue.verify_in_queue, name="queue-verify"),
    path("queue/rounds/<uuid:round_id>/rulings/<int:n>/", queue.rule, name="queue-rule"),
    path("queue/alerts/<int:alert_id>/", queue.acknowledge, name="queue-acknowledge"),
    path("queue/tables/<int:table_id>/take/", queue.take, name="queue-take"),
    path("queue/slips/<int:slip_id>/void/", queue.void_slip_in_queue, name="queue-void-slip"),
    path("queue/rounds/<uuid:round_id>/repair/", queue.repair, name="queue-repair"),
    path("administration/", homes.administration, name="administration"),
    path("administration/property/", homes.property_settings, name="property-settings"),
]
