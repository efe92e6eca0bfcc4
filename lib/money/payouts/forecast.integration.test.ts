import { addDays } from '@/lib/core/dates'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop, foldSales } from '@/lib/testing/factories/sales'
import { inspect } from '@/lib/testing/harnesses/database'
import { getPayoutsFor } from './views'

const today = '2026-11-21'
const now = new Date(`${today}T15:00:00Z`)
const DAYS = 130
const LAG = 10

const viewer = ({ owner }: TestOrganization, legalEntityIds: string[] | null = null) => ({
  ...owner,
  role: legalEntityIds ? ('accountant' as const) : ('owner' as const),
  legalEntityIds,
  timeZone: 'America/Sao_Paulo',
})

/** An order of R$ 100.00 on each day, paid ten days later with R$ 70.00. */
async function sellSteadily(company: TestOrganization) {
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  const sold = Array.from({ length: DAYS }, (_, at) => {
    return { at: `${addDays(today, at - DAYS)}T15:00:00Z`, listingId, cents: 100_00n, status: 'delivered' as const }
  })
  await addOrders(company, shop, sold)
  await inspect(
    company.organizationId,
    `insert into settlement (organization_id, id, shop_id, external_code, order_id, local_day, hash, state, released_at, expected_cents, released_cents, as_of)
     select organization_id, gen_random_uuid(), shop_id, external_code, id, local_day, '', 'reconciled', placed_at + $1 * interval '1 day', 7000, 7000, now()
     from orders where local_day + $1::int < $2::date`,
    [LAG, today],
  )
  return shop
}

test('a steady shop’s weeks are what it sold, its days of lag later, by the payouts of its orders', async () => {
  const company = await createTestOrganization()
  const shop = await sellSteadily(company)
  const other = await addShop(company, 'Nova')
  const stranger = await createTestOrganization()
  const read = async (query: Record<string, string> = {}, who = company) =>
    (await getPayoutsFor(viewer(who), query, { now })).forecast
  for (const settle of [() => Promise.resolve(), () => foldSales(company)]) {
    await settle()
    const forecast = (await read())!
    expect(forecast.usualLag).toBe(LAG)
    expect(forecast.weeks).toMatchObject(
      [0, 7, 14, 21].map((days) => ({ from: addDays(today, days), cents: 7n * 70_00n })),
    )
    expect(forecast.error).toMatchObject({ missedCents: 0n, lastMonthMissedCents: 0n })
  }
  expect((await read({ shop, days: '14' }))!.weeks).toHaveLength(2)
  expect([await read({ shop: other }), await read({}, stranger)]).toEqual([null, null])
  expect((await getPayoutsFor(viewer(company, [stranger.legalEntityId]), {}, { now })).forecast).toBeNull()
})
