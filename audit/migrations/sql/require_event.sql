-- An event of this transaction is young, so only the newest partitions are searched. The function
-- runs as its owner, because nobody else may write the hashes of rows. What a person reads in, and
-- where they are signed in, changes without an event and is left out of the hash.
create function audit_digest(content jsonb) returns bytea language sql immutable
  return sha256(convert_to(jsonb_strip_nulls(content)::text, 'UTF8'));

create function audit_lasting(relation text, content jsonb) returns jsonb language sql immutable
  return case relation
    when 'staff_person' then content - array[
      'session_key', 'last_login', 'theme', 'language', 'totp_last_step', 'pin_changed_at']
    else content
  end;

create function audit_require_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  content jsonb := audit_lasting(tg_table_name, case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end);
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
