-- An entry that was kept without the branch of its account goes to the branch that the next statement names.
GRANT UPDATE (account_key, fitid) ON bank_entry TO mascate_worker;
