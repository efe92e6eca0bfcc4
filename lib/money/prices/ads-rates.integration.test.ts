import { withOrganization } from '@/lib/core/db'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { inspect } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { readAdsRates } from './ads-rates'

const today = '2026-11-20'

test('the Ads shares of a company are read from the advertised listings and those joined to them, not from all', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const run = (sql: string, values: unknown[] = []) => inspect(organizationId, sql, values)
  await run(
    `INSERT INTO product (organization_id, id, sku, title) SELECT current_organization(), uuid_v7(), 'P' || n, 'P' || n FROM generate_series(1, 2) n`,
  )
  // Item 1 is advertised, and sells the product of item 2; 3 is advertised and sold nothing; the others were never advertised.
  await run(
    `INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, title, price_cents, product_id, status)
     SELECT current_organization(), uuid_v7(), $1, n || '-0', n::text, '0', 'A', 1000, (SELECT id FROM product WHERE sku = CASE WHEN n <= 2 THEN 'P1' END), 'NORMAL'
     FROM generate_series(1, 300) n`,
    [shop],
  )
  await run(
    `INSERT INTO ads_spend (organization_id, shop_id, item_id, day, spend_cents) SELECT current_organization(), $1, i, '2026-11-10', c
     FROM (VALUES ('1', 1000), ('3', 500), ('4', 0)) t(i, c)`,
    [shop],
  )
  await run(
    `INSERT INTO product_day (organization_id, day, item_key, outlet_id, mapped, units, physical_units, revenue_cents)
     SELECT current_organization(), '2026-11-10', id, $1, true, 5, 5, 10000 FROM product WHERE sku = 'P1'`,
    [shop],
  )
  const rateOf = await withOrganization(company.owner, (db) => readAdsRates(db, organizationId, today))
  expect(['1', '2', '3', '4', '5', null].map((item) => rateOf(shop, item))).toEqual([
    100_000n,
    100_000n,
    null,
    0n,
    0n,
    0n,
  ])
  const plan = await explain(organizationId, (db) => readAdsRates(db, organizationId, today), { isMeasured: true })
  const read = [...plan.matchAll(/CTE Scan on near \w+ \(actual rows=(\d+)/g)].map(([, rows]) => Number(rows))
  expect(read.length).toBeGreaterThan(0)
  expect(Math.max(...read)).toBe(3)
})
