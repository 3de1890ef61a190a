revoke delete, truncate on rounds_round, rounds_irregularity from app;
revoke update, delete, truncate on rounds_roll, rounds_settlement, rounds_play,
  rounds_correction from app;
