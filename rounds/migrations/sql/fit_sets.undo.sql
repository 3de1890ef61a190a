-- The same question that guard_round_may_start asks, of the same moment: a round that some other
-- program inserts is judged as well.
create or replace function rounds_fit_to_open() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
declare
  moment timestamptz;
  placed record;
begin
  select greatest(
      clock_timestamp(),
      (select max(opened_at) from rounds_round where table_id = new.table_id),
      (select max(at) from audit_stream
        where stream in ('table:' || new.table_id, 'refusals:' || new.property_id))
    ) into moment;
  if new.opened_at > moment + interval '1 minute' then
    raise exception 'a round cannot open in the future' using errcode = '23514',
      constraint = 'rounds_opened_in_the_future';
  end if;
  if new.opened_at < moment - interval '1 minute' and not new.is_late_entry then
    raise exception 'a round of the past is a late entry' using errcode = '23514',
      constraint = 'rounds_opened_in_the_past';
  end if;
  for placed in
    select * from tables_placement where id in (new.playing_set_id, new.dice_id)
  loop
    if placed.table_id <> new.table_id
       or not placed.during @> new.opened_at
       or placed.verified_at is null or placed.verified_at > new.opened_at
       or placed.expires_at <= new.opened_at then
      raise exception 'the % were not fit to play', placed.kind using errcode = '23514',
        constraint = 'rounds_equipment_fit';
    end if;
  end loop;
  return new;
end $$;
