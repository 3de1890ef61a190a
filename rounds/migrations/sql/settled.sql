create function rounds_keep_round() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if new.version <= old.version
     or (old.id, old.property_id, old.table_id, old.submission_id, old.gaming_day, old.number,
         old.source, old.is_late_entry, old.opened_at, old.playing_set_id, old.dice_id)
        is distinct from
        (new.id, new.property_id, new.table_id, new.submission_id, new.gaming_day, new.number,
         new.source, new.is_late_entry, new.opened_at, new.playing_set_id, new.dice_id) then
    raise exception 'round % keeps its identity', old.id using errcode = '42501';
  end if;
  if old.state in ('settled', 'void')
     and ((old.state, old.facts, old.ended_at, old.dealer_id, old.void_reason)
          is distinct from
          (new.state, new.facts, new.ended_at, new.dealer_id, new.void_reason)
          -- who banked follows the settlement that holds, and only with it
          or (old.settlement_id is not distinct from new.settlement_id
              and (old.bank_kind, old.bank_seat) is distinct from (new.bank_kind, new.bank_seat)))
  then
    raise exception 'round % is %; correct it instead', old.id, old.state using errcode = '42501';
  end if;
  return new;
end $$;

create trigger rounds_keep_round before update on rounds_round
  for each row execute function rounds_keep_round();
create trigger rounds_round_stays before delete on rounds_round
  for each row execute function audit_refuse_change();
create trigger rounds_round_no_truncate before truncate on rounds_round
  for each statement execute function audit_refuse_change();

create function rounds_keep_irregularity() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if old.ruled_at is not null
     or (old.round_id, old.n, old.event, old.facts, old.proposed, old.reported_by_id,
         old.reported_at)
        is distinct from
        (new.round_id, new.n, new.event, new.facts, new.proposed, new.reported_by_id,
         new.reported_at) then
    raise exception 'irregularity % of round % stands', old.n, old.round_id
      using errcode = '42501';
  end if;
  return new;
end $$;

create trigger rounds_keep_irregularity before update on rounds_irregularity
  for each row execute function rounds_keep_irregularity();
create trigger rounds_irregularity_stays before delete on rounds_irregularity
  for each row execute function audit_refuse_change();
