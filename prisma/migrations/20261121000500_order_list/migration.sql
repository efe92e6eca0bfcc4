-- An order is found by its code or the beginning of it, whatever the server's own collation.
CREATE INDEX orders_code_prefix ON orders (organization_id, code text_pattern_ops);
