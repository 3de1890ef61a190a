grant update, delete, truncate on foundation_file, foundation_file_piece to app;
