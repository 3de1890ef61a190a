-- Where somebody belongs is said once: with another home a row would have another's secrets. A home
-- is a row of its own, so that the way to the secrets is one step and never a circle.
create function staff_home_stays() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.home_id is distinct from old.home_id then
    raise exception 'the home of person % never changes', new.id using errcode = '23514';
  end if;
  if new.home_id is not null and (new.home_id = new.id or exists (
       select 1 from staff_person where id = new.home_id and home_id is not null)) then
    raise exception 'the home of person % has a home itself', new.id using errcode = '23514';
  end if;
  return new;
end $$;
create trigger staff_person_home_stays before insert or update of home_id on staff_person
  for each row execute function staff_home_stays();
