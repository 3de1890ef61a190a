"""Let the hashes of rows wait for the log to take them in; hash a row with its parts."""

from django.db import migrations, models

FUNCTION = """
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

BEFORE = """
create or replace function audit_require_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  content jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if not exists (
    select 1 from audit_event
     where transaction = pg_current_xact_id()::text::bigint and at > now() - interval '1 day'
  ) then
    raise exception 'a change of % without an event', tg_table_name using errcode = '23514';
  end if;
  if content ? 'id' then
    insert into audit_row as r (relation, row_id, digest, transaction)
    values (tg_table_name, content ->> 'id',
            case tg_op when 'DELETE' then null else audit_digest(content) end,
            pg_current_xact_id()::text::bigint)
    on conflict (relation, row_id) do update
       set digest = excluded.digest, transaction = excluded.transaction;
  end if;
  return null;
end $$;
"""

# What was there before this change waits as well.
QUEUE = """
insert into audit_row_pending (relation, row_id)
  select relation, row_id from audit_row order by relation, row_id;
revoke insert, update, truncate on audit_row_pending from app;
grant select, delete on audit_row_pending to app;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_protect_the_record")]

    operations = [
        migrations.AddField("RowDigest", "log_id", models.BigIntegerField(default=0)),
        migrations.CreateModel(
            name="RowPending",
            fields=[
                ("n", models.BigAutoField(primary_key=True, serialize=False)),
                ("relation", models.CharField(max_length=63)),
                ("row_id", models.CharField(max_length=64)),
            ],
            options={"db_table": "audit_row_pending"},
        ),
        migrations.RunSQL(
            "alter table audit_row alter column log_id set default 0",
            "alter table audit_row alter column log_id drop default",
        ),
        migrations.RunSQL(FUNCTION, BEFORE),
        migrations.RunSQL(QUEUE, migrations.RunSQL.noop),
    ]
