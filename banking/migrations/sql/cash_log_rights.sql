revoke update, delete, truncate on banking_patron, banking_patron_seat, banking_patron_cash from app;
revoke update, truncate on banking_patron_identity from app;
