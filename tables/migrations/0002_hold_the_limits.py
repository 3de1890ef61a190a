"""Let the database hold limits, signatures and submissions, and demand a record of each change."""

from django.db import migrations

from audit.protections import append_only, require_event

FUNCTIONS = """
create function tables_keep_limit() returns trigger language plpgsql as $$
begin
  if (old.expires_at is not null
      and (new.expires_at is null or new.expires_at > old.expires_at))
     or (old.expired_at is not null and new.expired_at is distinct from old.expired_at)
     or (old.verified_at is not null and new.verified_at is distinct from old.verified_at) then
    raise exception 'a limit cannot be moved later nor an expiry taken back'
      using errcode = '23514', constraint = 'tables_placement_limit';
  end if;
  return new;
end $$;
create trigger tables_placement_limit before update on tables_placement
  for each row execute function tables_keep_limit();
alter table tables_placement enable always trigger tables_placement_limit;

create function tables_keep_submission() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.used_at is not null and
      (new.property_id, new.name, new.version, new.profile, new.options, new.equipment, new.used_at)
      is distinct from
      (old.property_id, old.name, old.version, old.profile, old.options, old.equipment, old.used_at)
    ) then
    raise exception 'a submission that a round used never changes'
      using errcode = '23514', constraint = 'tables_submission_used';
  end if;
  return new;
end $$;
create trigger tables_submission_used before update or delete on tables_submission
  for each row execute function tables_keep_submission();
alter table tables_submission enable always trigger tables_submission_used;
"""

UNDO = """
drop trigger tables_submission_used on tables_submission;
drop function tables_keep_submission();
drop trigger tables_placement_limit on tables_placement;
drop function tables_keep_limit();
"""

# What a person reads in, and where they are signed in, is no act on the floor.
PERSON_HAS_EVENT = """
create constraint trigger staff_person_has_event
  after insert or delete
     or update of property_id, badge, name, licence_number, roles, pin, pin_must_change, password,
                  password_must_change, totp_secret, is_active, left_at
  on staff_person
  deferrable initially deferred for each row execute function audit_require_event();
"""

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
    "tables_tablet_post",
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


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0001_initial"),
        ("staff", "0001_initial"),
        ("audit", "0002_protect_the_record"),
    ]

    operations = [
        migrations.RunSQL(FUNCTIONS, UNDO),
        migrations.RunSQL(PERSON_HAS_EVENT, "drop trigger staff_person_has_event on staff_person"),
        *(append_only(table) for table in NEVER_CHANGED),
        *(require_event(table) for table in RECORDED),
    ]
