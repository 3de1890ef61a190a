create function audit_keep_tree() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if old.closed_at is not null or new.size < old.size
     or (old.id, old.log_id, old.generation, old.origin, old.opened_at, old.follows)
        is distinct from
        (new.id, new.log_id, new.generation, new.origin, new.opened_at, new.follows) then
    raise exception 'a tree only grows, until it is closed' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger audit_tree_grows before update on audit_tree
  for each row execute function audit_keep_tree();
create trigger audit_tree_stays before delete on audit_tree
  for each row execute function audit_refuse_change();
create trigger audit_tree_no_truncate before truncate on audit_tree
  for each statement execute function audit_refuse_change();
alter table audit_tree enable always trigger audit_tree_grows;
alter table audit_tree enable always trigger audit_tree_stays;
alter table audit_tree enable always trigger audit_tree_no_truncate;
