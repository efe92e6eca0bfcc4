import { soldOutSku } from '@/prisma/demo/catalogue'
import { clockOf } from '@/prisma/demo/clock'
import { drawHistory } from '@/prisma/demo/history'
import type { DemoSalesChannel, Offer } from '@/prisma/demo/sales-channels'
import { randomFrom } from '@/prisma/demo/random'
import { addDays } from '@/lib/core/dates'

const shops: DemoSalesChannel[] = [
  { id: 'north', kind: 'shop', since: 120, then: 6, now: 10, feeRate: 0 },
  { id: 'south', kind: 'shop', since: 90, then: 0.8, now: 6, feeRate: 0 },
]
const offers: Offer[] = [soldOutSku, 'OTHER'].map((sku) => ({
  sku,
  productId: sku,
  title: sku,
  pull: 1,
  quantity: 1,
  since: 999,
  until: 0,
  listings: new Map(shops.map(({ id }) => [id, `${sku} in ${id}`])),
  priceOn: () => 4990,
  costOn: () => '20.00',
}))

/** How many returns the company of that moment has, by their state. */
function statesAt(now: Date): Record<string, number> {
  const scope = { clock: clockOf(now), random: randomFrom(20261121), rules: [], numberOf: () => 'SHP-1' }
  const orders = drawHistory({ ...scope, organizationId: 'company', userId: 'owner' }, shops, offers)
  const states: Record<string, number> = {}
  for (const { came } of orders) if (came) states[came.row.state] = (states[came.row.state] ?? 0) + 1
  return states
}

test('on every day of a fortnight some parcels come back, some have arrived, and some were received', () => {
  for (let day = 0; day < 14; day++) {
    const now = new Date(`${addDays('2026-11-20', day)}T07:50:00Z`)
    const states = statesAt(now)
    // One of those that arrived is received as the company is made.
    const least = { incoming: 1, arrived: 2, received: 1, closed: 1, cancelled: 1 }
    for (const [state, count] of Object.entries(least))
      expect([now, state, (states[state] ?? 0) >= count]).toEqual([now, state, true])
  }
})
