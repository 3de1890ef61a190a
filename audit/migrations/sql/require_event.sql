-- An event of this transaction is young, so only the newest partitions are searched. The function
-- runs as its owner, because nobody else may write the versions of rows. What a person reads in, and
-- where they are signed in, changes without an event and is left out; so is how far a report is.
create function audit_digest(content jsonb) returns bytea language sql immutable
  return pg_catalog.sha256(pg_catalog.convert_to(
    pg_catalog.jsonb_strip_nulls(content)::pg_catalog.text, 'UTF8'));

create function audit_lasting(relation text, content jsonb) returns jsonb language sql immutable
  return case relation
    when 'staff_person' then content - array[
      'session_key', 'last_login', 'theme', 'language', 'totp_last_step', 'pin_changed_at']
    when 'reports_run' then content - array['state', 'done', 'parts']
    else content
  end;

-- The arguments are the name of the key and, where rows of another table belong to this one, that
-- table and its key to this. Every version of a row waits for the log with the event that caused
-- it (the last of its transaction), the hash of what was there before, and its whole content.
create function audit_require_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  content jsonb := public.audit_lasting(tg_table_name, to_jsonb(new));
  before jsonb := public.audit_lasting(tg_table_name, to_jsonb(old));
  known text := coalesce(content, before) ->> tg_argv[0];
  parts jsonb;
  cause uuid;
  cause_log bigint;
  log bigint;
  hashed bytea;
begin
  select e.id, e.log_id into cause, cause_log from public.audit_event e
   where e.transaction = pg_current_xact_id()::text::bigint and e.at > now() - interval '1 day'
   order by e.at desc, e.stream_v desc limit 1;
  if cause is null then
    raise exception 'a change of % without an event', tg_table_name using errcode = '23514';
  end if;
  if tg_nargs = 3 and content is not null then
    execute format('select jsonb_agg(to_jsonb(p) order by p.id) from public.%I p where p.%I = $1',
                   tg_argv[1], tg_argv[2]) into parts using new.id;
    content := content || jsonb_build_object('parts', parts);
  end if;
  log := case tg_table_name when 'staff_property' then known::bigint
           else coalesce((coalesce(content, before) ->> 'property_id')::bigint, cause_log) end;
  hashed := public.audit_digest(content);
  insert into public.audit_row as r (relation, row_id, digest, transaction, log_id)
  values (tg_table_name, known, hashed, pg_current_xact_id()::text::bigint, log)
  on conflict (relation, row_id) do update
     set digest = excluded.digest, transaction = excluded.transaction, log_id = excluded.log_id;
  insert into public.audit_row_pending (log_id, relation, row_id, cause, was, digest, content)
  values (log, tg_table_name, known, cause, public.audit_digest(before), hashed, content);
  return null;
end $$;
revoke execute on function audit_require_event() from public;

create function audit_require_pending() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from audit_pending where event_id = new.id)
     and not exists (select 1 from audit_leaf where event_id = new.id) then
    raise exception 'event % would never be sealed', new.id using errcode = '23514';
  end if;
  return null;
end $$;

create function audit_require_leaf() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
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

alter table audit_row alter column log_id set default 0;
