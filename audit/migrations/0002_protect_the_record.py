"""Let the database refuse changes of the record, and changes without a record."""

from django.db import migrations

from audit.protections import append_only

REFUSAL = """
create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
"""

# An event of this transaction is young, so only the newest partitions are searched. The function
# runs as its owner, because nobody else may write the hashes of rows.
COMPLETENESS = """
create function audit_digest(content jsonb) returns bytea language sql immutable
  return sha256(convert_to(jsonb_strip_nulls(content)::text, 'UTF8'));

create function audit_require_event() returns trigger language plpgsql
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
revoke execute on function audit_require_event() from public;

create function audit_require_pending() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from audit_pending where event_id = new.id)
     and not exists (select 1 from audit_leaf where event_id = new.id) then
    raise exception 'event % would never be sealed', new.id using errcode = '23514';
  end if;
  return null;
end $$;

create function audit_require_leaf() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from audit_leaf where event_id = old.event_id) then
    raise exception 'event % is not sealed yet', old.event_id using errcode = '42501';
  end if;
  return null;
end $$;

create constraint trigger audit_event_is_pending after insert on audit_event
  deferrable initially deferred for each row execute function audit_require_pending();
create constraint trigger audit_pending_is_sealed after delete on audit_pending
  deferrable initially deferred for each row execute function audit_require_leaf();
create trigger audit_pending_stays before update on audit_pending
  for each row execute function audit_refuse_change();
create trigger audit_pending_no_truncate before truncate on audit_pending
  for each statement execute function audit_refuse_change();
alter table audit_event enable always trigger audit_event_is_pending;
alter table audit_pending enable always trigger audit_pending_is_sealed;
alter table audit_pending enable always trigger audit_pending_stays;
alter table audit_pending enable always trigger audit_pending_no_truncate;
"""

TREES = """
create function audit_keep_tree() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or new.size < old.size
     or (old.id, old.log_id, old.generation, old.origin, old.opened_at, old.follows)
        is distinct from
        (new.id, new.log_id, new.generation, new.origin, new.opened_at, new.follows) then
    raise exception 'a tree only grows, until it is closed' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger audit_tree_grows before update on audit_tree
  for each row execute function audit_keep_tree();
create trigger audit_tree_stays before delete on audit_tree
  for each row execute function audit_refuse_change();
create trigger audit_tree_no_truncate before truncate on audit_tree
  for each statement execute function audit_refuse_change();
alter table audit_tree enable always trigger audit_tree_grows;
alter table audit_tree enable always trigger audit_tree_stays;
alter table audit_tree enable always trigger audit_tree_no_truncate;
"""

# The application makes no tables; these two functions do it for it, and nothing else. A partition
# is filled through its parent, so nobody needs rights on it.
MONTHS = """
create function audit_protect_partition(part text) returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  execute format(
    'create trigger %I before truncate on %I for each statement
       execute function audit_refuse_change()', part || '_no_truncate', part);
  execute format('alter table %I enable always trigger %I', part, part || '_no_truncate');
  execute format('revoke insert, update, delete, truncate on %I from app', part);
end $$;
revoke execute on function audit_protect_partition(text) from public;

create function audit_add_month(wanted date) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', wanted)::date;
  after date := (date_trunc('month', wanted) + interval '1 month')::date;
  part text := to_char(wanted, '"audit_event_y"YYYY"m"MM');
  class text;
begin
  if session_user <> 'owner' and abs(first - current_date) > 400 then
    raise exception 'no events are expected in %', part using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('audit_add_month'));
  if to_regclass(part) is not null then
    return false;
  end if;
  if exists (select 1 from audit_event_rest where at >= first and at < after) then
    return false;
  end if;
  execute format(
    'create table %I (like audit_event including defaults including constraints)
       partition by list (keep)', part);
  foreach class in array array['5y', '3y', 'ever'] loop
    execute format(
      'create table %I partition of %I for values in (%L)', part || '_' || class, part, class);
    perform audit_protect_partition(part || '_' || class);
  end loop;
  execute format(
    'alter table audit_event attach partition %I for values from (%L) to (%L)',
    part, first::text || ' 00:00:00+00', after::text || ' 00:00:00+00');
  perform audit_protect_partition(part);
  return true;
end $$;
revoke execute on function audit_add_month(date) from public;
grant execute on function audit_add_month(date) to app, sequencer;

create table audit_event_rest partition of audit_event default;
select audit_protect_partition('audit_event_rest');
select audit_add_month((date_trunc('month', now()) + n * interval '1 month')::date)
  from generate_series(-1, 3) n;
"""

UNDO_MONTHS = """
drop function audit_add_month(date);
drop function audit_protect_partition(text);
"""

UNDO_TREES = """
drop trigger audit_tree_no_truncate on audit_tree;
drop trigger audit_tree_stays on audit_tree;
drop trigger audit_tree_grows on audit_tree;
drop function audit_keep_tree();
"""

UNDO_COMPLETENESS = """
drop trigger audit_pending_no_truncate on audit_pending;
drop trigger audit_pending_stays on audit_pending;
drop trigger audit_pending_is_sealed on audit_pending;
drop trigger audit_event_is_pending on audit_event;
drop function audit_require_leaf();
drop function audit_require_pending();
drop function audit_require_event();
drop function audit_digest(jsonb);
"""

RIGHTS = """
revoke update, delete, truncate on audit_event, audit_pending from app;
revoke insert, update, delete, truncate on audit_tree, audit_leaf, audit_node, audit_checkpoint,
  audit_cosignature, audit_archive from app;
revoke insert, update, delete, truncate on audit_row from app;
revoke delete, truncate on audit_stream, audit_receipt, audit_export, audit_hold, audit_alarm
  from app;
revoke update on audit_hold, audit_alarm from app;
grant update (released_by_id, released_at) on audit_hold to app;
grant update (cleared_at, detail) on audit_alarm to app;

grant select on audit_event, audit_pending, audit_stream, audit_tree, audit_leaf, audit_node,
  audit_checkpoint, audit_cosignature, audit_archive to sequencer, signer;
grant delete on audit_pending to sequencer;
grant insert on audit_tree, audit_leaf, audit_node to sequencer;
grant update (size, frontier, closed_at) on audit_tree to sequencer;
grant insert on audit_checkpoint, audit_cosignature to signer;
grant usage, select on sequence audit_tree_id_seq to sequencer;
grant select, insert, update on site_heartbeat to sequencer, signer;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial"), ("paigow_site", "0001_initial")]

    operations = [
        migrations.RunSQL(REFUSAL, "drop function audit_refuse_change()"),
        migrations.RunSQL(COMPLETENESS, UNDO_COMPLETENESS),
        migrations.RunSQL(TREES, UNDO_TREES),
        append_only("audit_event"),
        append_only("audit_leaf"),
        append_only("audit_node"),
        append_only("audit_checkpoint"),
        append_only("audit_cosignature"),
        append_only("audit_archive"),
        migrations.RunSQL(MONTHS, UNDO_MONTHS),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
