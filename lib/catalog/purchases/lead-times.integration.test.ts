import { addDays, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { createTestOrganization, viewerOf, type TestOrganization } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { withOwner } from '@/lib/testing/harnesses/database'
import { readPurchaseFilters, readSuggestionFilters } from './filters'
import { ENOUGH_DELIVERIES, LAST_DELIVERIES } from './lead-times'
import { listPurchases } from './purchase-queries'
import { getSuggestion, listSuggestions } from './suggestion-queries'
import { getBuyingRules } from './views'

const today = '2026-11-20'
const now = new Date(`${today}T15:00:00Z`)
let company: TestOrganization
let number: number
const run = (sql: string, values: unknown[] = []) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(sql, values)
  })

beforeEach(async () => {
  company = await createTestOrganization()
  number = 0
})

async function addSupplier(typed: number | null, products: readonly string[] = []): Promise<string> {
  const id = newId()
  await run(
    `insert into supplier (organization_id, id, name, lead_time_days) values (current_organization(), $1::uuid, $1::uuid::text, $2)`,
    [id, typed],
  )
  for (const product of products)
    await run(
      `insert into supplier_product (organization_id, supplier_id, code, product_id) values (current_organization(), $1, $2::uuid::text, $2::uuid)`,
      [id, product],
    )
  return id
}

/** Units of each product by the day on which they came. */
type Parts = { product: string; ordered?: number; came: [day: Day, units: number, reversed?: 'reversed'][] }[]

/** Sent shortly before midnight in São Paulo, which is the day after in UTC. */
async function buy(supplier: string, sent: Day, parts: Parts, { byInvoice = false } = {}): Promise<string> {
  const id = newId()
  number += 1
  const quantity = ({ ordered, came }: Parts[number]) => ordered ?? came.reduce((sum, [, units]) => sum + units, 0)
  const received = ({ came }: Parts[number]) =>
    came.reduce((sum, [, units, reversed]) => sum + (reversed ? 0 : units), 0)
  const isWhole = parts.every((part) => received(part) >= quantity(part))
  await run(
    `insert into purchase_order (organization_id, id, number, supplier_id, status, sent_at)
     values (current_organization(), $1, $2, $3, $4::"PurchaseStatus", $5::timestamptz)`,
    [id, number, supplier, isWhole ? 'received' : 'partly_received', `${sent}T23:30:00-03:00`],
  )
  for (const [at, part] of parts.entries()) {
    await run(
      `insert into purchase_order_line (organization_id, purchase_order_id, line, product_id, quantity, goods_cents, received)
       values (current_organization(), $1, $2, $3, $4, 100, $5)`,
      [id, at + 1, part.product, quantity(part), received(part)],
    )
    for (const [day, units, reversed] of part.came) {
      const receipt = newId()
      await run(
        `insert into purchase_receipt (organization_id, id, purchase_order_id, number, received_on, reversed_at)
         select current_organization(), $1, $2, 1 + count(*), $3::date, case when $4 then now() end from purchase_receipt where purchase_order_id = $2`,
        [receipt, id, day, reversed !== undefined],
      )
      await run(
        `insert into purchase_receipt_line (organization_id, receipt_id, line, product_id, units, landed_cents, rule, stock_before, reversed)
         values (current_organization(), $1, $2, $3, $4, 100, 'last', 0, $5)`,
        [receipt, at + 1, part.product, units, reversed !== undefined],
      )
    }
  }
  if (byInvoice) await addInvoice(id)
  return id
}

async function addInvoice(purchase: string): Promise<void> {
  const file = newId()
  await run(
    `insert into stored_file (organization_id, id, kind, name, bytes, sha256, place)
     values (current_organization(), $1::uuid, 'invoice', 'a', 1, '', $1::uuid::text)`,
    [file],
  )
  await run(
    `insert into purchase_invoice (organization_id, id, access_key, state, supplier_document, supplier_name, number, series, issued_on,
       total_cents, content, file_id, purchase_order_id)
     values (current_organization(), $1, $2, 'booked', '1', 'F', '1', '1', '2026-08-01', 100, '{}', $3, $4)`,
    [newId(), String(number).padStart(44, '0'), file, purchase],
  )
}

const suggest = () =>
  withOrganization(company, async (db) => {
    const rules = await getBuyingRules(db, viewerOf(company.owner), { now })
    const page = await listSuggestions(db, company.organizationId, readSuggestionFilters({ show: 'all' }), rules, 50)
    return new Map(page.rows.map((row) => [row.id, row]))
  })
const leadOf = async (product: string) => (await suggest()).get(product)!

test('lead times measured by the database are the middle and the slowest tenth of the last deliveries', async () => {
  const [a, b] = [await addStockedProduct(company, { sku: 'A' }), await addStockedProduct(company, { sku: 'B' })]
  const supplier = await addSupplier(7, [a, b])
  // In an order that only its numbers decide; the thirteen oldest of them are passed over.
  const leads = Array.from({ length: LAST_DELIVERIES + 13 }, (_, at) => 1 + ((at * 37) % 29))
  for (const [at, lead] of leads.entries()) {
    const sent = addDays(today, -700 + at * 25)
    await buy(supplier, sent, [{ product: a, came: [[addDays(sent, lead), 5]] }])
  }
  const last = leads.slice(-LAST_DELIVERIES).toSorted((one, other) => one - other)
  const share = (part: number) => last[Math.ceil(part * last.length) - 1]!
  const measured = { measuredDays: share(0.5), slowDays: share(0.9), deliveries: LAST_DELIVERIES, typedDays: 7 }
  expect(await leadOf(a)).toMatchObject({
    ...measured,
    measuredOf: 'product',
    leadFrom: 'measured',
    leadDays: share(0.5),
  })
  // B has no delivery of its own: those of its supplier say how long it takes.
  expect(await leadOf(b)).toMatchObject({
    ...measured,
    measuredOf: 'supplier',
    leadFrom: 'measured',
    leadDays: share(0.5),
  })
  const one = await withOrganization(company, async (db) =>
    getSuggestion(db, company.organizationId, a, await getBuyingRules(db, viewerOf(company.owner), { now })),
  )
  expect(one).toMatchObject(measured)
})

test('a product that came in parts was there with its last part; what is still to come, or was taken back, is not known', async () => {
  const [a, b] = [await addStockedProduct(company, { sku: 'A' }), await addStockedProduct(company, { sku: 'B' })]
  const supplier = await addSupplier(null, [a, b])
  const day = (count: number) => addDays('2026-09-01', count)
  await buy(supplier, day(0), [
    {
      product: a,
      came: [
        [day(4), 3],
        [day(20), 2],
      ],
    },
    { product: b, came: [[day(4), 9]] },
  ])
  await buy(supplier, day(1), [{ product: a, came: [[day(11), 5]] }])
  const twice = await leadOf(a)
  expect(twice).toMatchObject({ measuredDays: null, slowDays: null, deliveries: null, leadFrom: 'company' })
  // Half of it is still to come, and this one's first receipt was a mistake.
  await buy(supplier, day(2), [{ product: a, ordered: 8, came: [[day(3), 4]] }])
  await buy(supplier, day(3), [
    {
      product: a,
      came: [
        [day(4), 5, 'reversed'],
        [day(15), 5],
      ],
      ordered: 5,
    },
  ])
  expect(await leadOf(a)).toMatchObject({ measuredDays: 12, slowDays: 20, deliveries: ENOUGH_DELIVERIES, leadDays: 12 })
})

test('a purchase that an invoice made, one entered as it arrived, and another supplier’s say nothing of a lead time', async () => {
  const a = await addStockedProduct(company, { sku: 'A' })
  const other = await addSupplier(null, [])
  const supplier = await addSupplier(9, [a])
  for (let at = 0; at < 4; at++) {
    const sent = addDays('2026-08-01', at * 10)
    const came = (days: number): Parts => [{ product: a, came: [[addDays(sent, days), 5]] }]
    await buy(supplier, sent, came(1), { byInvoice: true })
    await buy(supplier, sent, came(0))
    await buy(other, sent, came(3))
  }
  expect(await leadOf(a)).toMatchObject({ measuredDays: null, leadFrom: 'supplier', leadDays: 9 })
})

test('one typed on the product holds; the measured one stands beside it, and its purchases are listed', async () => {
  const [a, b] = [await addStockedProduct(company, { sku: 'A' }), await addStockedProduct(company, { sku: 'B' })]
  const supplier = await addSupplier(9, [a, b])
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    const sent = addDays('2026-08-01', at * 10)
    ids.unshift(await buy(supplier, sent, [{ product: a, came: [[addDays(sent, 14), 5]] }]))
    await buy(supplier, sent, [{ product: b, came: [[addDays(sent, 5), 5]] }])
  }
  await run('update product set lead_time_days = 4 where id = $1', [a])
  expect(await leadOf(a)).toMatchObject({
    leadFrom: 'product',
    leadDays: 4,
    measuredDays: 14,
    deliveries: 3,
    typedDays: 4,
  })
  const listed = await withOrganization(company, (db) =>
    listPurchases(db, company.organizationId, readPurchaseFilters({ supplier, product: a }), 50),
  )
  expect(listed.rows.map(({ id }) => id)).toEqual(ids)
})
