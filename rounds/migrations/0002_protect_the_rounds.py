"""Let the database hold what must always hold of a round."""

from django.db import migrations

from audit.protections import append_only, require_event

LINKS = """
alter table banking_entry add constraint banking_entry_of_round
  foreign key (round_id) references rounds_round (id) deferrable initially deferred;
alter table banking_turn add constraint banking_turn_of_round
  foreign key (round_id) references rounds_round (id) deferrable initially deferred;
"""

NO_LINKS = """
alter table banking_turn drop constraint banking_turn_of_round;
alter table banking_entry drop constraint banking_entry_of_round;
"""

# The same question that guard_round_may_start asks, of the same moment: a round that some other
# program inserts is judged as well.
OPENING = """
create function rounds_fit_to_open() returns trigger language plpgsql as $$
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
  if new.opened_at < moment - interval '1 minute'
     and not new.is_late_entry
     and not (new.source = 'demo' and exists (
       select 1 from staff_property
        where id = new.property_id and settings -> 'demo' = 'true')) then
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

create trigger rounds_fit_to_open before insert on rounds_round
  for each row execute function rounds_fit_to_open();
"""

NO_OPENING = """
drop trigger rounds_fit_to_open on rounds_round;
drop function rounds_fit_to_open();
"""

SETTLED = """
create function rounds_keep_round() returns trigger language plpgsql as $$
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
     and (old.state, old.facts, old.ended_at, old.bank_kind, old.bank_seat, old.dealer_id,
          old.void_reason)
         is distinct from
         (new.state, new.facts, new.ended_at, new.bank_kind, new.bank_seat, new.dealer_id,
          new.void_reason) then
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

create function rounds_keep_irregularity() returns trigger language plpgsql as $$
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
"""

NOT_SETTLED = """
drop trigger rounds_irregularity_stays on rounds_irregularity;
drop trigger rounds_keep_irregularity on rounds_irregularity;
drop function rounds_keep_irregularity();
drop trigger rounds_round_no_truncate on rounds_round;
drop trigger rounds_round_stays on rounds_round;
drop trigger rounds_keep_round on rounds_round;
drop function rounds_keep_round();
"""

RIGHTS = """
revoke delete, truncate on rounds_round, rounds_irregularity, rounds_dispute from app;
revoke update, delete, truncate on rounds_roll, rounds_settlement, rounds_play,
  rounds_correction from app;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0001_initial"),
        ("banking", "0002_protect_the_ledger"),
        ("audit", "0002_protect_the_record"),
    ]

    operations = [
        migrations.RunSQL(LINKS, NO_LINKS),
        migrations.RunSQL(OPENING, NO_OPENING),
        migrations.RunSQL(SETTLED, NOT_SETTLED),
        append_only("rounds_roll"),
        append_only("rounds_settlement"),
        append_only("rounds_play"),
        append_only("rounds_correction"),
        require_event("rounds_round"),
        require_event("rounds_settlement"),
        require_event("rounds_irregularity"),
        require_event("rounds_correction"),
        require_event("rounds_dispute"),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
