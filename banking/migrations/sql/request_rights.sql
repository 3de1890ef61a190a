revoke delete, truncate on banking_chip_request from app;
