-- Marks are taken in the order in which they came. A queue's statistics are those of an empty table, by which this index looked as good as the key
-- while every row of the company stood in it.
DROP INDEX "reconcile_due_organization_id_shop_id_external_code_idx";
