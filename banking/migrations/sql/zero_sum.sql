alter table banking_entry add column xid xid8 not null default pg_current_xact_id();

create function banking_sums_to_zero() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  total bigint;
  written xid8;
begin
  select sum(p.cents), e.xid into total, written
    from banking_entry e join banking_posting p on p.entry_id = e.id
   where e.id = new.entry_id group by e.xid;
  if total <> 0 then
    raise exception 'the postings of entry % add up to %, not to zero', new.entry_id, total
      using errcode = '23514', constraint = 'banking_sums_to_zero';
  end if;
  if written <> pg_current_xact_id() then
    raise exception 'entry % is complete; write a new one', new.entry_id
      using errcode = '23514', constraint = 'banking_entry_complete';
  end if;
  return null;
end $$;

create constraint trigger banking_sums_to_zero after insert on banking_posting
  deferrable initially deferred for each row execute function banking_sums_to_zero();
