-- What is to be paid first, the longest overdue before all; then what was paid, the last due first. A number, because under
-- row-level security an index may compare no expression of an enum (docs/decisions/001-tenancy.md).
ALTER TABLE expense ADD COLUMN list_order integer GENERATED ALWAYS AS (
  CASE WHEN status = 'pending' THEN due_on - DATE '2000-01-01' ELSE 4000000 + (DATE '9999-12-31' - due_on) END) STORED;
CREATE INDEX expense_list_order ON expense (organization_id, list_order, id) WHERE voided_at IS NULL;
