create function tables_keep_limit() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if (old.expires_at is not null
      and (new.expires_at is null or new.expires_at > old.expires_at))
     or (old.expired_at is not null and new.expired_at is distinct from old.expired_at)
     or (old.verified_at is not null and new.verified_at is distinct from old.verified_at) then
    raise exception 'a limit cannot be moved later nor an expiry taken back'
      using errcode = '23514', constraint = 'tables_placement_limit';
  end if;
  return new;
end $$;
create trigger tables_placement_limit before update on tables_placement
  for each row execute function tables_keep_limit();
alter table tables_placement enable always trigger tables_placement_limit;

create function tables_keep_submission() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or (old.used_at is not null and
      to_jsonb(new) is distinct from to_jsonb(old)) then
    raise exception 'a submission that a round used never changes'
      using errcode = '23514', constraint = 'tables_submission_used';
  end if;
  return new;
end $$;
create trigger tables_submission_used before update or delete on tables_submission
  for each row execute function tables_keep_submission();
alter table tables_submission enable always trigger tables_submission_used;
