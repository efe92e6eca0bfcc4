import { addDays } from '@/lib/core/dates'
import { getPayoutsFor } from '../payouts/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { withOrganization } from '@/lib/core/db'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addOrders as addSold, addProduct, addShop, type TestOrder } from '@/lib/testing/factories/sales'
import { reconcileOrders } from './reconcile-orders'

const now = new Date('2026-11-22T15:00:00Z')
const noon = (day: string) => `${day}T15:00:00Z`

/** Answers the days of each code, once its orders have been settled. */
async function daysAfter(parcelDays: readonly number[], payoutDays: readonly number[] = []) {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'A')
  const addOrders = (orders: TestOrder[]) =>
    addSold(
      company,
      shop,
      orders.map((order) => ({ ...order, productId })),
    )
  const sql = (text: string, given: unknown[] = []) => inspect(organizationId, text, given)
  const parcels = parcelDays.map((days, n) => ({ days, code: `OLD${n}`, day: addDays('2026-09-10', n) }))
  await addOrders(parcels.map(({ code, day }) => ({ code, at: noon(day) })))
  for (const { code, day, days } of parcels)
    await sql(`UPDATE orders SET shipped_at = $2, delivered_at = $3 WHERE external_code = $1`, [
      code,
      noon(day),
      noon(addDays(day, days)),
    ])
  for (const [n, days] of payoutDays.entries()) {
    const paidOn = addDays(parcels[n]!.day, parcels[n]!.days + days)
    await asWorker(() =>
      withOrganization({ organizationId }, (db) =>
        db.release.create({
          data: { organizationId, shopId: shop, externalCode: `OLD${n}`, source: 'api', amountCents: 1000n, releasedAt: new Date(noon(paidOn)) }, // prettier-ignore
          select: { key: true },
        }),
      ),
    )
  }
  if (payoutDays.length > 0) await asWorker(() => reconcileOrders(organizationId, { now }))
  await addOrders([
    { code: 'HERE', at: noon('2026-11-10') },
    { code: 'AWAY', at: noon('2026-11-15'), status: 'shipped' },
    { code: 'SOON', at: noon('2026-11-20'), status: 'confirmed', shipBy: noon('2026-11-24') },
    { code: 'NEW', at: noon('2026-11-21'), status: 'confirmed' },
    { code: 'BACK', at: noon('2026-11-10') },
    { code: 'GONE', at: noon('2026-11-10'), status: 'cancelled' },
  ])
  await sql(`UPDATE orders SET delivered_at = '${noon('2026-11-18')}' WHERE external_code IN ('HERE', 'BACK')`)
  await sql(`UPDATE orders SET shipped_at = '${noon('2026-11-16')}' WHERE external_code = 'AWAY'`)
  await sql(`UPDATE orders SET in_return = true WHERE external_code = 'BACK'`)
  await asWorker(() => reconcileOrders(organizationId, { now }))
  const rows = await sql(
    `SELECT external_code AS code, expected_on::text AS expected, due_on::text AS due FROM settlement WHERE external_code NOT LIKE 'OLD%'`,
  )
  const { measured } = await getPayoutsFor(
    { ...company.owner, role: 'owner', legalEntityIds: null, timeZone: 'America/Sao_Paulo' },
    {},
    { now },
  )
  const days = Object.fromEntries(
    (rows as { code: string; expected: string; due: string }[]).map(({ code, expected, due }) => [
      code,
      [expected, due],
    ]),
  )
  return { ...days, measured: measured.map(({ releaseDays }) => releaseDays) }
}

test('a delivered order is expected seven days after; one on its way after as long as the shop’s parcels take, as far as they tell', async () => {
  // Half of them took no longer than four days; the one of sixty moves nothing.
  const own = await daysAfter([4, 4, 4, 4, 4, 4, 4, 9, 9, 9, 9, 60])
  expect(own).toEqual({
    // The last day is a Saturday: banks pay on Monday.
    HERE: ['2026-11-25', '2026-11-30'],
    AWAY: ['2026-11-27', null],
    SOON: ['2026-12-07', null],
    NEW: ['2026-12-04', null],
    // Held until its return ends: the last day stands alone.
    BACK: [null, '2026-11-30'],
    measured: [],
  })
  const usual = await daysAfter([4, 4, 4])
  expect(usual).toMatchObject({ AWAY: ['2026-11-30', null] })
})

test('a shop whose payouts tell enough is expected by its own lag, an advance tells nothing, and no lag is longer than the rule’s last day', async () => {
  const parcels = Array.from({ length: 12 }, () => 4)
  const own = await daysAfter(parcels, [5, 5, 5, 5, 5, 5, 5, 9, 9, 9, -3, -3])
  // Delivered on the 18th: five days after it is Monday the 23rd. On its way since the 16th: nine days.
  expect(own).toMatchObject({ HERE: ['2026-11-23', '2026-11-30'], AWAY: ['2026-11-25', null], measured: [5] })
  const few = await daysAfter(parcels, [5, 5, 5])
  expect(few).toMatchObject({ HERE: ['2026-11-25', '2026-11-30'], measured: [] })
  const slow = await daysAfter(
    parcels,
    parcels.map(() => 40),
  )
  expect(slow).toMatchObject({ HERE: ['2026-11-30', '2026-11-30'], measured: [10] })
})
