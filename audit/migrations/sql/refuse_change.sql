create function audit_refuse_change() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
