-- The rights and row security of these tables.
REVOKE ALL ON avatar FROM PUBLIC, mascate_app, mascate_worker;
