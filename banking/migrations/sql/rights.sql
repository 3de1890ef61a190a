revoke update, delete, truncate on banking_account, banking_entry, banking_posting,
  banking_signature, banking_turn, banking_jackpot_period from app;
revoke delete, truncate on banking_slip, banking_jackpot from app;
revoke update, delete, truncate on banking_difference_report from app;
