create function review_keep_dispute() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if (old.round_id, old.n, old.claim, old.seat, old.amount_cents, old.note, old.opened_by_id,
      old.opened_at)
     is distinct from
     (new.round_id, new.n, new.claim, new.seat, new.amount_cents, new.note, new.opened_by_id,
      new.opened_at) then
    raise exception 'the claim of dispute % stands', old.id using errcode = '42501';
  end if;
  if old.decided_at is not null
     and (old.decision, old.cite, old.decision_note, old.decided_by_id, old.decided_at,
          old.sign_off_id, old.correction_id, old.nothing_moves_because)
         is distinct from
         (new.decision, new.cite, new.decision_note, new.decided_by_id, new.decided_at,
          new.sign_off_id, new.correction_id, new.nothing_moves_because) then
    raise exception 'the decision on dispute % stands', old.id using errcode = '42501';
  end if;
  return new;
end $$;

create trigger review_keep_dispute before update on review_dispute
  for each row execute function review_keep_dispute();
create trigger review_dispute_stays before delete on review_dispute
  for each row execute function audit_refuse_change();
