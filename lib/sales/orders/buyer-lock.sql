-- Called by lib/insight/privacy/erase-buyer.ts. In SQL by keep_buyer_erased, await_erasure. The advisory lock by which an erasure and who
-- writes orders of its buyer wait for each other: one of sixteen a company, so that a batch holds few however many buyers are in it.
CREATE OR REPLACE FUNCTION buyer_lock(p_organization uuid, p_key bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE
RETURN hashtextextended('buyer:' || p_organization::text || ':' || left(encode(p_key, 'hex'), 1), 0);
REVOKE ALL ON FUNCTION buyer_lock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION buyer_lock TO mascate_app, mascate_worker;
