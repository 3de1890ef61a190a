"""Let the database hold what must always hold of money."""

from django.db import migrations

from audit.protections import append_only, require_event

ACCOUNTS = """
create function banking_open_accounts() returns trigger language plpgsql as $$
begin
  insert into banking_account (property_id, table_id, kind, seat)
    select new.property_id, null, kind, 0 from unnest(array['cage', 'jackpot_funds']) kind
    union all
    select new.property_id, new.id, kind, 0
      from unnest(array['inventory', 'bank', 'vigorish', 'side_wagers', 'drop', 'over_short']) kind
    union all
    select new.property_id, new.id, 'seat', seat from generate_series(1, 8) seat
  on conflict do nothing;
  return null;
end $$;

create trigger banking_open_accounts after insert on tables_table
  for each row execute function banking_open_accounts();

insert into banking_account (property_id, table_id, kind, seat)
  select property_id, null, kind, 0
    from (select distinct property_id from tables_table) houses,
         unnest(array['cage', 'jackpot_funds']) kind
  union all
  select property_id, id, kind, 0 from tables_table,
         unnest(array['inventory', 'bank', 'vigorish', 'side_wagers', 'drop', 'over_short']) kind
  union all
  select property_id, id, 'seat', seat from tables_table, generate_series(1, 8) seat;
"""

NO_ACCOUNTS = """
drop trigger banking_open_accounts on tables_table;
drop function banking_open_accounts();
"""

ZERO_SUM = """
alter table banking_entry add column xid xid8 not null default pg_current_xact_id();

create function banking_sums_to_zero() returns trigger language plpgsql as $$
declare
  total bigint;
  written xid8;
begin
  select sum(p.cents), e.xid into total, written
    from banking_entry e join banking_posting p on p.entry_id = e.id
   where e.id = new.entry_id group by e.xid;
  if total <> 0 then
    raise exception 'the postings of entry % add up to %, not to zero', new.entry_id, total
      using errcode = '23514', constraint = 'banking_sums_to_zero';
  end if;
  if written <> pg_current_xact_id() then
    raise exception 'entry % is complete; write a new one', new.entry_id
      using errcode = '23514', constraint = 'banking_entry_complete';
  end if;
  return null;
end $$;

create constraint trigger banking_sums_to_zero after insert on banking_posting
  deferrable initially deferred for each row execute function banking_sums_to_zero();
"""

ANY_SUM = """
drop trigger banking_sums_to_zero on banking_posting;
drop function banking_sums_to_zero();
alter table banking_entry drop column xid;
"""

SLIPS = """
create function banking_keep_slip() returns trigger language plpgsql as $$
begin
  if (old.property_id, old.table_id, old.kind, old.serial, old.gaming_day, old.chips,
      old.total_cents, old.expected_cents, old.prepared_by_id, old.prepared_at)
     is distinct from
     (new.property_id, new.table_id, new.kind, new.serial, new.gaming_day, new.chips,
      new.total_cents, new.expected_cents, new.prepared_by_id, new.prepared_at)
     or old.state <> 'prepared' then
    raise exception 'slip % of % is written; void it and write another', old.serial, old.kind
      using errcode = '42501';
  end if;
  return new;
end $$;

create trigger banking_keep_slip before update on banking_slip
  for each row execute function banking_keep_slip();
create trigger banking_slip_stays before delete on banking_slip
  for each row execute function audit_refuse_change();
"""

LOOSE_SLIPS = """
drop trigger banking_slip_stays on banking_slip;
drop trigger banking_keep_slip on banking_slip;
drop function banking_keep_slip();
"""

RIGHTS = """
revoke update, delete, truncate on banking_account, banking_entry, banking_posting,
  banking_signature, banking_turn, banking_jackpot_period from app;
revoke delete, truncate on banking_slip, banking_jackpot from app;
"""


class Migration(migrations.Migration):
    dependencies = [("banking", "0001_initial"), ("audit", "0002_protect_the_record")]

    operations = [
        migrations.RunSQL(ACCOUNTS, NO_ACCOUNTS),
        migrations.RunSQL(ZERO_SUM, ANY_SUM),
        migrations.RunSQL(SLIPS, LOOSE_SLIPS),
        append_only("banking_entry"),
        append_only("banking_posting"),
        append_only("banking_signature"),
        append_only("banking_turn"),
        append_only("banking_jackpot_period"),
        require_event("banking_entry"),
        require_event("banking_slip"),
        require_event("banking_signature"),
        require_event("banking_jackpot"),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
