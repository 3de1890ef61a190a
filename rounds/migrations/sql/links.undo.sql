alter table banking_turn drop constraint banking_turn_of_round;
alter table banking_entry drop constraint banking_entry_of_round;
