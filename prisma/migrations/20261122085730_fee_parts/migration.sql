-- What rules charge beside their bands, for the companies that are there already: as new ones are given it (lib/fees/brazil.ts).
DO $$
DECLARE v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    INSERT INTO fee_part (organization_id, rule_id, kind, rate, fixed_cents, basis)
    SELECT v_org, r.id, p.kind::"FeePartKind", p.rate, p.fixed_cents, p.basis::"FeeBasis" FROM fee_rule r,
      (VALUES ('campaign', 0.035, 0, 'item'), ('affiliate_service', 0.14, 0, 'order'), ('protection', 0, 49, 'order'), ('ads_top_up', 0.02, 0, 'order'))
        AS p(kind, rate, fixed_cents, basis)
    WHERE r.organization_id = v_org AND r.platform = 'shopee' ON CONFLICT DO NOTHING;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

-- Listings and products are found by a run of prices: those that pay less than the last price before a band's edge.
CREATE INDEX "listing_by_price" ON "listing"("organization_id", "shop_id", "price_cents");
CREATE INDEX "product_by_price" ON "product"("organization_id", "price_cents");
