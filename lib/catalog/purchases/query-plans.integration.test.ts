import type { Db } from '@/lib/core/db'
import { withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { countRecost, listCostHistory } from '../costs/cost-queries'
import { readPurchaseFilters, readSuggestionFilters, readSupplierFilters } from './filters'
import { listOpenInvoices, listPurchases } from './purchase-queries'
import { flatCalendar } from '../forecast/sales-calendar'
import { listSuggestions } from './suggestion-queries'
import { listSuppliers } from './supplier-queries'

const today = '2026-11-20'
let organizationId: string
let product: string

/** Suppliers, products that sell every day, a purchase for each hundred of days, invoices that wait. */
async function fill(company: TestOrganization, products: number) {
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    const insert = (sql: string) => owner.query(sql.replaceAll(':org', `'${company.organizationId}'::uuid`))
    await insert(`insert into supplier (organization_id, id, name)
      select :org, gen_random_uuid(), 'Fornecedor ' || md5(n::text) from generate_series(1, ${products}) n`)
    await insert(`insert into product (organization_id, id, sku, title)
      select :org, gen_random_uuid(), 'SKU-' || n, 'Produto ' || md5(n::text) from generate_series(1, ${products}) n`)
    await insert(`insert into purchase_order (organization_id, id, number, supplier_id, status)
      select :org, gen_random_uuid(), n, (select min(id::text)::uuid from supplier where organization_id = :org),
        (case when n <= 20 then 'sent' when n <= 40 then 'draft' else 'received' end)::"PurchaseStatus"
      from generate_series(1, ${products}) n`)
    await insert(`insert into purchase_order_line (organization_id, purchase_order_id, line, product_id, quantity, goods_cents)
      select :org, id, 1, (select min(id::text)::uuid from product where organization_id = :org), 1, 100 from purchase_order
      where organization_id = :org`)
    await insert(`insert into product_day (organization_id, day, item_key, outlet_id, mapped, units, physical_units)
      select :org, '${today}'::date - n % 300, p.id, :org, true, 1, 1
      from generate_series(1, 20) n, product p where p.organization_id = :org on conflict do nothing`)
    await insert(`insert into product_cost (organization_id, product_id, from_day, cost, source)
      select :org, id, '2020-01-01', 1, 'typed' from product where organization_id = :org`)
  })
}

const tables = 'supplier|product|purchase_order|purchase_order_line|product_day|product_cost|order_item|orders'
const readsAll = new RegExp(`Seq Scan on (${tables})\\b`)

beforeAll(async () => {
  const companies = [await createTestOrganization(), await createTestOrganization(), await createTestOrganization()]
  for (const [index, company] of companies.entries()) await fill(company, index === 1 ? 2_000 : 10_000)
  organizationId = companies[1]!.organizationId
  await withOwner(async (owner) => {
    await owner.query(`analyze ${tables.replaceAll('|', ', ')}`)
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    const { rows } = await owner.query<{ id: string }>('select id from product where organization_id = $1 limit 1', [
      organizationId,
    ])
    product = rows[0]!.id
  })
}, 120_000)

const purchases = (query: Record<string, string>) => (db: Db) =>
  listPurchases(db, organizationId, readPurchaseFilters(query), 50)
const placeOf = (value: string) => Buffer.from(`00000000-0000-7000-8000-000000000000${value}`).toString('base64url')
const rules = { salesDays: 30, coverDays: 30, leadDays: 7, today, calendar: flatCalendar }

test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  [
    'the first page of suppliers',
    (db) => listSuppliers(db, organizationId, readSupplierFilters({}), 50),
    /supplier_name_sort/,
  ],
  ['the first page of purchases', purchases({}), /purchase_order_organization_id_number_key/],
  [
    'a page of purchases far down',
    purchases({ after: placeOf('900') }),
    /purchase_order_organization_id_number_key[^]*Index Cond: .*number </,
  ],
  ['purchases to receive', purchases({ status: 'open' }), /purchase_order_open/],
  ['drafts of purchases', purchases({ status: 'draft' }), /purchase_order_draft/],
  ['invoices that wait', (db) => listOpenInvoices(db, organizationId), /purchase_invoice_open/],
  ['the costs of a product', (db) => listCostHistory(db, organizationId, product), /product_cost_pkey/],
  [
    'purchase proposals',
    (db) => listSuggestions(db, organizationId, readSuggestionFilters({}), rules, 50),
    /(?=[^]*product_day_(pkey|organization_id_item_key_day_idx))(?=[^]*purchase_order_open)/,
  ],
])('%s: from an index', async (_, run, index) => {
  const plan = await explain(organizationId, run)
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(index)
})

test('orders that a correction changes are found by their items', async () => {
  const plan = await explain(organizationId, (db) => countRecost(db, product, '2026-01-01'))
  expect(plan).not.toMatch(readsAll)
})
