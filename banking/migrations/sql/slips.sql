create function banking_keep_slip() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
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
