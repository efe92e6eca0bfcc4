import type { Actor } from '../../lib/core/db'
import { addCatalogue } from './fill-catalogue'
import { addCounts } from './fill-counts'
import { addAds, addExpenses, addNotices } from './fill-office'
import { addOrders, TRAVELLING_DAYS } from './fill-orders'
import { addPurchases, addSuppliers } from './fill-purchases'
import { openTenant, type Fill, type Tenant } from './fill-tenant'

export type Filled = { seconds: number; orders: number; items: number; lines: number }
type Company = { organizationId: string; legalEntityId: string; owner: Actor }
type Size = Pick<Fill, 'orders' | 'products' | 'shops' | 'years' | 'seed'>

const FIRST_BATCH = 1_000
const BATCH = 20_000
const LANES = 2

/**
 * Orders of the marketplace (and a fiftieth of the counter's) over the years up to yesterday, as an import of the past leaves
 * them: items, charges, buyers of the last months, roll-ups folded; those of the last days hold or took their stock. Around them
 * listings, parcels, returns, purchases, counts, expenses and notices in proportion to the products.
 */
export async function fillCompany(ownerUrl: string, company: Company, size: Size): Promise<Filled> {
  const at = performance.now()
  const { organizationId, legalEntityId, owner } = company
  const fill: Fill = { ...size, organizationId, legalEntityId, userId: owner.userId! }
  const first = await openTenant(ownerUrl, organizationId)
  try {
    await addCatalogue(first, fill)
    const totals = { orders: 0, items: 0, lines: 0 }
    const add = async (client: Tenant, from: number, to: number) => {
      const made = await addOrders(client, fill, from, Math.min(to, fill.orders))
      for (const key of ['orders', 'items', 'lines'] as const) totals[key] += made[key]
    }
    // A company of which the statistics know nothing yet is planned for badly.
    await add(first, 1, Math.min(FIRST_BATCH, fill.orders))
    if (fill.orders > FIRST_BATCH) await first.query('analyze orders, order_item, money_line, package')
    const lane = async (number: number) => {
      const client = await openTenant(ownerUrl, organizationId)
      for (let from = FIRST_BATCH + 1 + number * BATCH; from <= fill.orders; from += LANES * BATCH)
        await add(client, from, from + BATCH - 1)
      await client.end()
    }
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
    await holdStock(first)
    for (const addRest of [addSuppliers, addPurchases, addCounts, addExpenses, addNotices, addAds])
      await addRest(first, fill)
    for (;;) {
      const { rows } = await first.query<{ folded: number }>(
        'select fold_sales(200000) + fold_buyers(200000) as folded',
      )
      if (rows[0]!.folded === 0) break
    }
    await first.query('delete from reconcile_due where organization_id = current_organization()')
    return { seconds: Math.round((performance.now() - at) / 100) / 10, ...totals }
  } finally {
    await first.end()
  }
}

/** The stock that the orders of the last days reserve and have taken. */
async function holdStock(client: Tenant) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await client.query<{ id: string }>(
      `select id from orders where organization_id = current_organization() and local_day > current_date - ${TRAVELLING_DAYS + 1} and moves_stock and id > $1 order by id limit 2000`,
      [after],
    )
    if (rows.length === 0) return
    await client.query('select reserve_order_stock($1::uuid[], null, true)', [rows.map(({ id }) => id)])
    after = rows.at(-1)!.id
  }
}
