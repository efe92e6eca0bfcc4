-- no transaction
-- What moved in a wallet for the shop and for none of its orders, by day: few of many (lib/profit/queries.ts says the same condition). Alone in its file: it is made beside the work.
CREATE INDEX CONCURRENTLY IF NOT EXISTS wallet_of_shop ON wallet_transaction (organization_id, shop_id, local_day)
WHERE kind = 'early_payout_fee' OR kind = 'early_payout' AND fee_cents <> 0
  OR external_code IS NULL AND kind IN ('adjustment', 'compensation', 'refund', 'affiliate');
