revoke delete, truncate on review_dispute from app;
revoke update, delete, truncate on review_surveillance from app;
