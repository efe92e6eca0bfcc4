-- Which orders' money the platform is to be asked about, found without a look at those that are settled.
ALTER TABLE order_source ADD COLUMN money_as_of timestamptz(3);
UPDATE order_source s SET money_as_of = m.as_of
FROM (SELECT organization_id, order_id, max(as_of) AS as_of FROM money_line WHERE source = 'api' GROUP BY 1, 2) m
WHERE s.source = 'api' AND m.organization_id = s.organization_id AND m.order_id = s.order_id;
-- A column, not an expression: the planner counts what is in it, and so knows how few they are.
ALTER TABLE order_source ADD COLUMN money_due boolean GENERATED ALWAYS AS (source = 'api' AND (money_as_of IS NULL OR money_as_of < as_of)) STORED;
CREATE INDEX order_source_money_due ON order_source (organization_id, order_id) WHERE money_due;
