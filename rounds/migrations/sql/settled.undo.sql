drop trigger rounds_irregularity_stays on rounds_irregularity;
drop trigger rounds_keep_irregularity on rounds_irregularity;
drop function rounds_keep_irregularity();
drop trigger rounds_round_no_truncate on rounds_round;
drop trigger rounds_round_stays on rounds_round;
drop trigger rounds_keep_round on rounds_round;
drop function rounds_keep_round();
