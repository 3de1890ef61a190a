# ruff: noqa: ISC004 - each is one long statement
"""What a superuser can do to a floor and its record, as SQL, and the words that must name it.

`{tree}`, `{log}`, `{event}` and `{size}` are of the house's log; whatever stands before a colon are
the tables whose triggers are off meanwhile. The rows' own hashes are made anew after each of ROWS.
"""

from audit.log.merkle import Frontier, leaf_hash, tree_root
from audit.log.notes import Checkpoint, SigningKey

EVENT = "(select event_id from audit_leaf where tree_id = {tree} and idx = 40)"
BODY = (
    "update audit_event set body = convert_to(replace(convert_from(body, 'UTF8'),"
    ' \'"software":\', \'"software":"x","was":\'), \'UTF8\') where id = ' + EVENT
)
REHASH_LEAF = (
    "update audit_leaf set hash = sha256('\\x00'::bytea || e.body) from audit_event e"
    " where e.id = audit_leaf.event_id and audit_leaf.event_id = " + EVENT
)

# The record itself: what was done, the tables whose triggers are off, statements, words.
LOG = [
    ("an event's body", "audit_event", [BODY], "#40: the event was changed"),
    ("a body and its leaf hash", "audit_event audit_leaf", [BODY, REHASH_LEAF],
     "do not give the root"),
    ("an event's time", "audit_event",
     [f"update audit_event set at = at + interval '1 second' where id = {EVENT}"],
     "#40: the column at"),
    ("an event's kind", "audit_event",
     [f"update audit_event set kind = 'rounds.round_voided' where id = {EVENT}"],
     "#40: the column kind"),
    ("an event's person", "audit_event",
     [f"update audit_event set person_id = 0 where id = {EVENT}"], "#40: the column person_id"),
    ("an event's subjects", "audit_event",
     [f"update audit_event set about = '[]' where id = {EVENT}"], "#40: the column"),
    ("an event deleted", "audit_event", [f"delete from audit_event where id = {EVENT}"],
     "#40: the event is gone"),
    ("an entry deleted", "audit_leaf",
     ["delete from audit_leaf where tree_id = {tree} and idx = 40"], "entries are missing"),
    ("two entries swapped", "audit_leaf",
     ["update audit_leaf set idx = -1 where tree_id = {tree} and idx = 40",
      "update audit_leaf set idx = 40 where tree_id = {tree} and idx = 41",
      "update audit_leaf set idx = 41 where tree_id = {tree} and idx = -1"], "give the root"),
    ("an event planted beside the queue", "audit_event",
     ["insert into audit_event (id, log_id, keep, stream, stream_v, kind, about, body, at)"
      " values (gen_random_uuid(), {log}, '5y', 'ghost', 1, 'x', '[]', '', now())"],
     "is in no entry and does not wait"),
    ("a subject's counter set back", "audit_stream",
     ["update audit_stream set v = v - 1 where stream ="
      " (select stream from audit_stream order by v desc limit 1)"], "counts"),
    ("a subject's counter removed with its last event", "audit_event",
     ["delete from audit_event where id = (select event_id from audit_leaf"
      " where tree_id = {tree} and idx = {size} - 1)"], "the event is gone"),
    ("the tree's edge", "audit_tree",
     ["update audit_tree set frontier = decode(repeat('00', octet_length(frontier)), 'hex')"
      " where id = {tree}"], "stored edge is wrong"),
    ("the tree made shorter", "audit_tree",
     ["update audit_tree set size = size - 1 where id = {tree}"], "beyond the end of the tree"),
    ("a node's hash", "audit_node",
     ["update audit_node set hash = sha256('x') where tree_id = {tree}"],
     "do not match their node"),
    ("the newest checkpoint removed", "audit_checkpoint audit_cosignature",
     ["delete from audit_cosignature where tree_id = {tree} and size = {size}",
      "delete from audit_checkpoint where tree_id = {tree} and size = {size}"], "is gone"),
    ("all checkpoints removed", "audit_checkpoint audit_cosignature",
     ["delete from audit_cosignature where tree_id = {tree}",
      "delete from audit_checkpoint where tree_id = {tree}"], "nothing is signed"),
    ("a checkpoint's root", "audit_checkpoint",
     ["update audit_checkpoint set root = sha256('x') where tree_id = {tree} and size = {size}"],
     "give the root in the checkpoint"),
    ("a checkpoint's signature", "audit_checkpoint",
     ["update audit_checkpoint set note = overlay(note placing 'AAAA' from length(note) - 20)"
      " where tree_id = {tree} and size = {size}"], "checkpoint"),
    ("a month's partition detached", "audit_event",
     ["do $$ begin execute (select format('alter table audit_event detach partition %I',"
      " to_char(now(), '\"audit_event_y\"YYYY\"m\"MM'))); end $$"], "the event is gone"),
    ("a month said to be archived, its events deleted", "audit_event audit_archive",
     ["insert into audit_archive (tree_id, month, keep, events, first_idx, last_idx, file, sha256,"
      " at) values ({tree}, date_trunc('month', now()), '5y', 1, 0, 9, 'x.zip', '', now())",
      "delete from audit_event where log_id = {log} and keep = '5y'"],
     "does not say that"),
    ("a waiting event deleted", "audit_event audit_pending",
     ["insert into audit_pending (log_id, event_id, keep, at)"
      " values ({log}, gen_random_uuid(), '5y', now())"], "waits to be sealed but is gone"),
    ("the operator's own log removed", "audit_event audit_leaf audit_tree audit_checkpoint"
     " audit_cosignature audit_stream audit_node",
     ["delete from audit_cosignature where tree_id in (select id from audit_tree where log_id = 0)",
      "delete from audit_checkpoint where tree_id in (select id from audit_tree where log_id = 0)",
      "delete from audit_leaf where tree_id in (select id from audit_tree where log_id = 0)",
      "delete from audit_stream where stream in (select stream from audit_event where log_id = 0)",
      "delete from audit_event where log_id = 0", "delete from audit_tree where log_id = 0"],
     "never sealed"),
    ("a successor planted", "audit_tree",
     ["update audit_tree set closed_at = now() where id = {tree}",
      "insert into audit_tree (log_id, generation, origin, size, frontier, opened_at, follows)"
      " values ({log}, 2, 'planted', 0, '', now(), '')"], "does not say how"),
    ("triggers dropped and a table changed", "",
     ["drop trigger banking_slip_has_event on banking_slip",
      "update banking_slip set total_cents = total_cents + 1"],
     "trigger banking_slip.banking_slip_has_event is gone"),
    ("audit_lasting() replaced, so that every hash is of nothing", "",
     ["create or replace function audit_lasting(relation text, content jsonb) returns jsonb"
      " language sql immutable return 'null'::jsonb"],
     "function public.audit_lasting(text,jsonb) was changed"),
    ("audit_digest() replaced", "",
     ["create or replace function audit_digest(content jsonb) returns bytea"
      " language sql immutable return '\\x00'::bytea"],
     "function public.audit_digest(jsonb) was changed"),
    ("a right given to the application", "", ["grant update on rounds_settlement to app"],
     "table rounds_settlement was changed"),
    ("a function's search path taken away", "",
     ["alter function audit_require_event() reset search_path"],
     "audit_require_event() was changed"),
    ("a table given to the application", "", ["alter table banking_entry owner to app"],
     "table banking_entry was changed"),
    ("a row-level policy that hides rounds", "",
     ["alter table rounds_round enable row level security"], "table rounds_round was changed"),
    ("a foreign key's triggers off", "", ["alter table banking_posting disable trigger all"],
     "references banking_posting was changed"),
]  # fmt: skip

# Rows of the floor, their own hash made anew: the table, what is set, words.
ROWS = [
    ("a person's licence", "staff_person", "update staff_person set licence_number = 'FORGED'"
     " where id = (select min(id) from staff_person)", "licence_number is not as the log has it"),
    ("a planted PIN", "staff_person", "update staff_person set pin = 'x' where id ="
     " (select min(id) from staff_person)", "pin is not as the log has it"),
    ("a name", "staff_person", "update staff_person set name = 'Somebody Else' where id ="
     " (select min(id) from staff_person)", "name is not as the log has it"),
    ("a role given", "staff_person", "update staff_person set roles = array['administrator']"
     " where id = (select min(id) from staff_person where roles = array['dealer']::varchar[])",
     "roles is not as the log has it"),
    ("an inspector", "tables_inspection", "update tables_inspection set verified_by_id ="
     " (select max(id) from staff_person) where id = (select min(id) from tables_inspection"
     " where verified_by_id is not null)", "verified_by_id is not as the log has it"),
    ("a signer", "staff_signoff", "update staff_signoff set person_id ="
     " (select max(id) from staff_person) where id = (select min(id) from staff_signoff)",
     "person_id is not as the log has it"),
    ("the rules of a table", "tables_submission", "update tables_submission set options ="
     " options || '{\"vigorish_percent\": 9}' where id = (select min(id) from tables_submission)",
     "options is not as the log has it"),
    ("a settlement", "rounds_settlement", "update rounds_settlement set house_net_cents ="
     " house_net_cents + 1 where id = (select min(id) from rounds_settlement)",
     "house_net_cents is not as the log has it"),
    ("what a settlement came to", "rounds_settlement", "update rounds_settlement set movements ="
     " '[]' where id = (select min(id) from rounds_settlement where movements <> '[]')",
     "movements is []"),
    ("a settlement's reasons", "rounds_settlement", "update rounds_settlement set reasons = '[]'"
     " where id = (select min(id) from rounds_settlement where reasons <> '[]')",
     "reasons is []"),
    ("the facts of two rounds swapped", "rounds_round", "update rounds_round r set facts = o.facts"
     " from rounds_round o where r.id = (select min(id::text)::uuid from rounds_round)"
     " and o.id = (select max(id::text)::uuid from rounds_round)",
     "facts is not as the log has it"),
    ("a round made void", "rounds_round",
     "update rounds_round set state = 'void', settlement_id = null where id ="
     " (select min(id::text)::uuid from rounds_round where state = 'settled')",
     "state is not as the log has it"),
    ("money moved between postings", "banking_posting", "update banking_posting p set cents = cents"
     " + case when p.id = l.low then 1 else -1 end from (select min(id) low, max(id) high from"
     " banking_posting where entry_id = (select min(s.entry_id) from rounds_settlement s join"
     " banking_posting b on b.entry_id = s.entry_id)) l where p.id in (l.low, l.high)",
     "do not follow from the settlement"),
    ("postings deleted", "banking_posting", "delete from banking_posting where entry_id ="
     " (select min(s.entry_id) from rounds_settlement s join banking_posting b on"
     " b.entry_id = s.entry_id)", "do not follow from the settlement"),
    ("a settled round deleted with its money",
     "rounds_round rounds_settlement rounds_play rounds_roll banking_turn banking_entry"
     " banking_posting", "with gone as (select id from rounds_round where state = 'settled' and"
     " not has_correction order by opened_at limit 1), a as (delete from rounds_play where round_id"
     " in (select id from gone)), b as (delete from rounds_roll where round_id in (select id from"
     " gone)), c as (delete from banking_turn where round_id in (select id from gone)), d as ("
     "delete from rounds_settlement where round_id in (select id from gone)), e as (delete from"
     " banking_posting where entry_id in (select id from banking_entry where round_id in (select id"
     " from gone))), f as (delete from banking_entry where round_id in (select id from gone))"
     " delete from rounds_round where id in (select id from gone)", "is in the log, but not there"),
    ("an account relabelled", "banking_account", "update banking_account set seat = 9 where id ="
     " (select min(id) from banking_account where kind = 'seat')", "seat is not as the log has it"),
    ("two tables' accounts swapped", "banking_account", "update banking_account a set table_id ="
     " case a.table_id when o.low then o.high else o.low end, seat = a.seat + 10 from (select"
     " min(table_id) low, max(table_id) high from banking_account where kind = 'seat') o where"
     " a.kind = 'seat' and a.table_id in (o.low, o.high)", "table_id is not as the log has it"),
    ("a slip's amount", "banking_slip", "update banking_slip set total_cents = total_cents + 500"
     " where id = (select min(id) from banking_slip)", "total_cents is not as the log has it"),
    ("a dispute deleted", "review_dispute", "delete from review_dispute where id ="
     " (select min(id) from review_dispute)", "is in the log, but not there"),
    ("a dispute's decision", "review_dispute", "update review_dispute set opened_at = opened_at -"
     " interval '1 day' where id = (select min(id) from review_dispute)",
     "opened_at is not as the log has it"),
    ("a table's number", "tables_table", "update tables_table set number = number + 100 where id ="
     " (select min(id) from tables_table)", "number is not as the log has it"),
    ("a play changed", "rounds_play", "update rounds_play set net_cents = net_cents + 1 where id ="
     " (select min(id) from rounds_play)", "is not what the round came to"),
    ("a play deleted", "rounds_play", "delete from rounds_play where id ="
     " (select min(id) from rounds_play)", "is missing or changed"),
    ("a roll changed", "rounds_roll", "update rounds_roll set total = total + 1 where id ="
     " (select min(id) from rounds_roll where total is not null)", "rounds_roll"),
    ("a roll deleted", "rounds_roll", "delete from rounds_roll where id ="
     " (select min(id) from rounds_roll)", "rounds_roll"),
    ("a turn of the bank", "banking_turn", "update banking_turn set player = 'X' where round_id ="
     " (select min(round_id::text)::uuid from banking_turn)", "banking_turn"),
    ("a set's serial", "tables_equipment", "update tables_equipment set serial = 'T-0000' where"
     " id = (select min(id) from tables_equipment)", "serial is not as the log has it"),
    ("a jackpot period", "banking_jackpot_period", "insert into banking_jackpot_period (jackpot_id,"
     " begins_at, ends_at, wagers, win_cents, cents) values (1, now() - interval '2 days',"
     " now() - interval '1 day', 1, 1, 1)",
     "banking_jackpot_period"),
    ("a report's figures", "reports_run", "insert into reports_run (id, property_id, kind, scope,"
     " asked_by_id, asked_at, state, done, parts, figures, software_version) select"
     " gen_random_uuid(), p.id, 'day', '{}', (select min(id) from staff_person), now(), 'ready',"
     " 1, 1, '{\"win\": 1}', '1'"
     " from staff_property p limit 1", "reports_run"),
]  # fmt: skip


def resealed(superuser, night, key: SigningKey):
    """Change an event, and make everything in the database agree with it under a key."""
    tree = night.tree
    names = {"tree": tree.tree_id, "log": tree.log_id}
    superuser.execute(BODY.format(**names))
    bodies = superuser.execute(
        "select e.body from audit_leaf l join audit_event e on e.id = l.event_id"
        " where l.tree_id = %s order by l.idx",
        [tree.tree_id],
    ).fetchall()
    leaves = [leaf_hash(bytes(body)) for (body,) in bodies]
    superuser.execute(REHASH_LEAF.format(**names))
    superuser.execute("delete from audit_node where tree_id = %s", [tree.tree_id])
    for index in range(len(leaves) // 256):
        superuser.execute(
            "insert into audit_node values (%s, 1, %s, %s)",
            [tree.tree_id, index, tree_root(leaves[256 * index : 256 * index + 256])],
        )
    frontier = Frontier()
    frontier.extend(leaves)
    superuser.execute(
        "update audit_tree set frontier = %s where id = %s", [frontier.to_bytes(), tree.tree_id]
    )
    superuser.execute("delete from audit_cosignature where tree_id = %s", [tree.tree_id])
    superuser.execute("delete from audit_checkpoint where tree_id = %s", [tree.tree_id])
    head = Checkpoint(tree.origin, len(leaves), frontier.root())
    superuser.execute(
        "insert into audit_checkpoint values (%s, %s, %s, %s, now())",
        [tree.tree_id, head.size, head.root, str(head.note(key))],
    )
