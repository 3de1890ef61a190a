-- The application makes no tables; these two functions do it for it, and nothing else. A partition
-- is filled through its parent, so nobody needs rights on it.
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
