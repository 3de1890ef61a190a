revoke delete, truncate on reports_case, reports_watched from app;

create function reports_keep_case() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if old.closed_at is not null
     or (old.property_id, old.number, old.monitor, old.subject, old.opened_at, old.evidence)
        is distinct from
        (new.property_id, new.number, new.monitor, new.subject, new.opened_at, new.evidence) then
    raise exception 'what case % says stands', old.id using errcode = '42501';
  end if;
  return new;
end $$;

create trigger reports_keep_case before update on reports_case
  for each row execute function reports_keep_case();
create trigger reports_case_stays before delete on reports_case
  for each row execute function audit_refuse_change();
