-- Who may read and change the rows of these tables.
REVOKE ALL ON avatar FROM PUBLIC, mascate_app, mascate_worker;
