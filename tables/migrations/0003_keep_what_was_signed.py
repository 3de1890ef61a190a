"""Let the database keep what was inspected, sealed and reported, and take each signature once."""

from django.db import migrations, models

KEEP = """
create function tables_keep_signed() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb;
  name text;
begin
  if tg_op = 'DELETE' then
    raise exception '% keeps every row', tg_table_name
      using errcode = '23514', constraint = tg_name;
  end if;
  becomes := to_jsonb(new);
  foreach name in array string_to_array(tg_argv[0], ' ') loop
    if was -> name is distinct from becomes -> name then
      raise exception '% of % never changes', name, tg_table_name
        using errcode = '23514', constraint = tg_name;
    end if;
  end loop;
  foreach name in array string_to_array(tg_argv[1], ' ') loop
    if was -> name <> 'null'::jsonb and was -> name is distinct from becomes -> name then
      raise exception '% of % is given once', name, tg_table_name
        using errcode = '23514', constraint = tg_name;
    end if;
  end loop;
  return new;
end $$;
"""


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


SUBMISSION = """
create or replace function tables_keep_submission() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.used_at is not null and
      to_jsonb(new) is distinct from to_jsonb(old)) then
    raise exception 'a submission that a round used never changes'
      using errcode = '23514', constraint = 'tables_submission_used';
  end if;
  return new;
end $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_hold_the_limits")]

    operations = [
        migrations.AddConstraint(
            model_name="workorderline",
            constraint=models.UniqueConstraint(
                condition=models.Q(("result", "pending")),
                fields=("equipment",),
                name="tables_work_order_one_pending",
            ),
        ),
        migrations.RunSQL(KEEP, "drop function tables_keep_signed()"),
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
        migrations.RunSQL(SUBMISSION, migrations.RunSQL.noop),
    ]
