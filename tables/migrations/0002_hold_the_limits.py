"""Let the database hold limits, signatures and submissions, and demand a record of each change."""

from django.db import migrations

from foundation.protections import append_only, require_event, sql_file

NEVER_CHANGED = [
    "staff_signoff",
    "tables_move",
    "tables_tile_move",
    "tables_destruction",
    "tables_stock_count",
]
RECORDED = [
    "staff_property",
    "staff_tablet",
    "staff_signoff",
    "staff_service_token",
    "tables_pit",
    "tables_submission",
    "tables_table",
    "tables_shift",
    "tables_assignment",
    "tables_alert",
    "tables_equipment",
    "tables_shaker",
    "tables_placement",
    "tables_inspection",
    "tables_tile",
    "tables_tile_move",
    "tables_envelope",
    "tables_move",
    "tables_work_order",
    "tables_work_order_line",
    "tables_discrepancy",
    "tables_destruction",
    "tables_stock_count",
]


def keep(table: str, fixed: str, once: str) -> migrations.RunSQL:
    """Refuse to change the fixed columns, to give the others a second time, to delete a row."""
    name = f"{table}_signed"
    return migrations.RunSQL(
        f"""
        create trigger {name} before update or delete on {table}
          for each row execute function tables_keep_signed('{fixed}', '{once}');
        alter table {table} enable always trigger {name};
        """,
        f"drop trigger {name} on {table}",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0001_initial"),
        ("staff", "0001_initial"),
        ("audit", "0002_protect_the_record"),
    ]

    operations = [
        sql_file(__file__, "limits"),
        sql_file(__file__, "person_has_event"),
        sql_file(__file__, "signed"),
        keep(
            "tables_inspection",
            "property_id equipment_id table_id purpose checks passed reason inspected_by_id "
            "inspected_at sign_off_id follows_person_id",
            "verified_by_id verified_at verification_id withdrawn_at",
        ),
        keep(
            "tables_envelope",
            "property_id equipment_id table_id seal_number reason note sealed_at dealer_id "
            "dealer_sign_off_id floor_id floor_sign_off_id",
            "collected_by_id collected_at collected_sign_off_id opened_at",
        ),
        keep(
            "tables_discrepancy",
            "property_id number equipment_id found tiles note reported_by_id reported_at "
            "sign_off_id",
            "regulator_id regulator_at regulator_sign_off_id",
        ),
        keep(
            "tables_work_order",
            "property_id number opened_by_id opened_at",
            "closed_by_id closed_at sign_off_id",
        ),
        keep(
            "tables_alert",
            "property_id table_id key code params raised_at",
            "acknowledged_by_id acknowledged_at escalated_at",
        ),
        keep("tables_shift", "property_id table_id person_id began_at shaker", "ended_at"),
        keep("tables_assignment", "property_id table_id person_id began_at", "ended_at"),
        *(append_only(table) for table in NEVER_CHANGED),
        *(require_event(table) for table in RECORDED),
        require_event("tables_tablet_post", key="tablet_id"),
    ]
