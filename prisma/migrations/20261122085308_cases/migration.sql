-- A difference that was accepted with a reason waits no longer, and asks for nothing.
ALTER TYPE "CaseState" ADD VALUE 'written_off';

ALTER TABLE recovery_case ALTER COLUMN deadline SET NOT NULL,
  ADD CONSTRAINT recovery_case_amounts CHECK (amount_cents > 0 AND recovered_cents >= 0);
ALTER TABLE case_order ADD CONSTRAINT case_order_amount CHECK (amount_cents > 0);

-- What is still open, by what expires first.
CREATE INDEX recovery_case_queue ON recovery_case (organization_id, deadline, id) WHERE closed_at IS NULL;
