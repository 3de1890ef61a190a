drop trigger rounds_fit_to_open on rounds_round;
drop function rounds_fit_to_open();
