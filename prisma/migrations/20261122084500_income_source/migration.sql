-- The platform's income report: it knows better what was charged than an export of orders does, and less than the API. On its own:
-- a new value may not be used in the transaction that adds it.
ALTER TYPE "MoneySource" ADD VALUE 'income' BEFORE 'api';
