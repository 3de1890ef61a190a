create function banking_open_accounts() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
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
