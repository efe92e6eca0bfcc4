-- What is taxed asks which returned orders were refunded. Of an enum's value only the predicate of an index may tell: see the first decision.
CREATE INDEX money_line_refund ON money_line (organization_id, order_id) INCLUDE (source, amount_cents) WHERE kind = 'refund';
