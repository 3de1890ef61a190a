alter table banking_entry add constraint banking_entry_of_round
  foreign key (round_id) references rounds_round (id) deferrable initially deferred;
alter table banking_turn add constraint banking_turn_of_round
  foreign key (round_id) references rounds_round (id) deferrable initially deferred;
