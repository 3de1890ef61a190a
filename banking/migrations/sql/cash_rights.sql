revoke update, delete, truncate on banking_cash, banking_cash_undo from app;
