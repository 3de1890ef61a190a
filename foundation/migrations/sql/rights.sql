revoke delete, truncate on foundation_receipt from app;
