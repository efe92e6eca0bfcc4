-- The nightly work forgets what a bank says of strangers.
GRANT UPDATE (memo), DELETE ON bank_entry TO mascate_worker;
