-- What was paid too much is negative: it can be accepted with a reason, and is never asked for.
ALTER TABLE recovery_case DROP CONSTRAINT recovery_case_amounts,
  ADD CONSTRAINT recovery_case_amounts CHECK ((amount_cents > 0 OR (amount_cents < 0 AND state = 'written_off')) AND recovered_cents >= 0);
ALTER TABLE case_order DROP CONSTRAINT case_order_amount, ADD CONSTRAINT case_order_amount CHECK (amount_cents <> 0);
-- A cause of cases, never one that is found.
ALTER TABLE discrepancy ADD CONSTRAINT discrepancy_is_explained CHECK (cause <> 'unexplained');
