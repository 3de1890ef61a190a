"""Gaming tables, the equipment on them, and who answers for it."""

from tables.models.custody import (
    Destruction,
    Discrepancy,
    Envelope,
    EquipmentMove,
    StockCount,
    WorkOrder,
    WorkOrderLine,
)
from tables.models.duty import Duty, Relief, TableString
from tables.models.equipment import (
    EquipmentKind,
    EquipmentSet,
    EquipmentState,
    Inspection,
    InspectionPurpose,
    Placement,
    SetTile,
    Shaker,
    TileMove,
)
from tables.models.floor import (
    Alert,
    DealerShift,
    FloorAssignment,
    GamingTable,
    Pit,
    RulesSubmission,
    TableState,
    TabletPost,
)
from tables.models.notices import Notice, NoticeDevice, NoticeGateway, QuietHours, Via
from tables.models.training import Qualification, TrainingRecord

__all__ = [
    "Alert",
    "DealerShift",
    "Destruction",
    "Discrepancy",
    "Duty",
    "Envelope",
    "EquipmentKind",
    "EquipmentMove",
    "EquipmentSet",
    "EquipmentState",
    "FloorAssignment",
    "GamingTable",
    "Inspection",
    "InspectionPurpose",
    "Notice",
    "NoticeDevice",
    "NoticeGateway",
    "Pit",
    "Placement",
    "Qualification",
    "QuietHours",
    "Relief",
    "RulesSubmission",
    "SetTile",
    "Shaker",
    "StockCount",
    "TableState",
    "TableString",
    "TabletPost",
    "TileMove",
    "TrainingRecord",
    "Via",
    "WorkOrder",
    "WorkOrderLine",
]
