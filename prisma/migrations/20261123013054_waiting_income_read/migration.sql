-- As of every table of a company, its rows are for its members to read.
GRANT SELECT ON waiting_income TO mascate_app;
