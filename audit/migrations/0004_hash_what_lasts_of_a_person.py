"""Leave out of a person's hash what changes without an event: where they are signed in, what they
read in. Everything else of the row is hashed, as the trigger on `staff_person` asks for an event.
"""

from django.db import migrations

LASTING = """
create function audit_lasting(relation text, content jsonb) returns jsonb language sql immutable
  return case relation
    when 'staff_person' then content - array[
      'session_key', 'last_login', 'theme', 'language', 'totp_last_step', 'pin_changed_at']
    else content
  end;
"""

BEFORE = """
create or replace function audit_require_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  content jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  parts jsonb;
begin
  if not exists (
    select 1 from audit_event
     where transaction = pg_current_xact_id()::text::bigint and at > now() - interval '1 day'
  ) then
    raise exception 'a change of % without an event', tg_table_name using errcode = '23514';
  end if;
  if content ? 'id' then
    if tg_nargs = 2 and tg_op <> 'DELETE' then
      execute format('select jsonb_agg(to_jsonb(p) order by p.id) from %I p where p.%I = $1',
                     tg_argv[0], tg_argv[1]) into parts using new.id;
      content := content || jsonb_build_object('parts', parts);
    end if;
    insert into audit_row as r (relation, row_id, digest, transaction, log_id)
    values (tg_table_name, content ->> 'id',
            case tg_op when 'DELETE' then null else audit_digest(content) end,
            pg_current_xact_id()::text::bigint,
            case tg_table_name when 'staff_property' then (content ->> 'id')::bigint
              else coalesce((content ->> 'property_id')::bigint, 0) end)
    on conflict (relation, row_id) do update
       set digest = excluded.digest, transaction = excluded.transaction;
    insert into audit_row_pending (relation, row_id) values (tg_table_name, content ->> 'id');
  end if;
  return null;
end $$;
"""

WHOLE_ROW = "case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end"
FUNCTION = BEFORE.replace(WHOLE_ROW, f"audit_lasting(tg_table_name, {WHOLE_ROW})", 1)

REHASH = """
set local timezone = 'UTC';
update audit_row r set digest = audit_digest(audit_lasting('staff_person', to_jsonb(t)))
  from staff_person t where r.relation = 'staff_person' and r.row_id = t.id::text;
insert into audit_row_pending (relation, row_id)
  select relation, row_id from audit_row where relation = 'staff_person';
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0003_seal_the_hashes_of_rows"), ("staff", "0001_initial")]

    operations = [
        migrations.RunSQL(LASTING, "drop function audit_lasting(text, jsonb)"),
        migrations.RunSQL(FUNCTION, BEFORE),
        migrations.RunSQL(REHASH, migrations.RunSQL.noop),
    ]
