-- The rights and row security of these tables.
REVOKE ALL ON account FROM PUBLIC, mascate_app, mascate_worker;

REVOKE ALL ON app_user FROM PUBLIC, mascate_app, mascate_worker;

REVOKE ALL ON recovery_code FROM PUBLIC, mascate_app, mascate_worker;

REVOKE ALL ON registration FROM PUBLIC, mascate_app, mascate_worker;

REVOKE ALL ON session FROM PUBLIC, mascate_app, mascate_worker;

REVOKE ALL ON verification FROM PUBLIC, mascate_app, mascate_worker;

REVOKE ALL ON waiting_sign_in FROM PUBLIC, mascate_app, mascate_worker;
