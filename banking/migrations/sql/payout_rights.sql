revoke update, delete, truncate on banking_print, banking_payout from app;
revoke delete, truncate on banking_drop_box, banking_par from app;
