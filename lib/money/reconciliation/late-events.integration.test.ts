import fc from 'fast-check'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop, foldSales } from '@/lib/testing/factories/sales'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { addMovements } from '@/lib/testing/harnesses/money-harness'
import { addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { closeMonth } from '../month-close/close-month'
import { readLiveFigures } from '../month-close/live'
import { getMonthClosesFor } from '../month-close/views'
import { getOrderProfit } from '../profit/order-queries'
import { getResultFor } from '../profit/views'
import { reconcileOrders } from './reconcile-orders'

vi.setConfig({ testTimeout: 180_000 })

const timeZone = 'America/Sao_Paulo'
const code = '261010AAAA0001'
const [october, november] = ['2026-10-01', '2026-11-01'] as const
const payout = 10_900
type Scene = { company: TestOrganization; shop: string; orderId: string }

const line = (kind: string, key: string, amount: number) => ({ kind, key, amount, name: 'x' })
const income = ({ company, shop }: Scene, part: string, amount: number | null, lines: object[], at: string) =>
  asWorker(() =>
    withOrganization({ organizationId: company.organizationId }, (db) => {
      const rows = JSON.stringify([{ n: 0, code, part, amount, at, lines }])
      return db.$queryRaw`SELECT created FROM write_income(${shop}::uuid, ${rows}::jsonb)`
    }),
  )

/** An order of October over 150.00, paid with 109.00. */
async function paidOrder(): Promise<Scene> {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  const [orderId] = await addOrders(company, shop, [
    { at: '2026-10-10T15:00:00Z', cents: 15_000n, code, listingId, unitCost: '30' },
  ])
  const scene = { company, shop, orderId: orderId! }
  await income(
    scene,
    '',
    payout,
    [
      line('product_revenue', 'original_cost_of_goods_sold', 15_000),
      line('commission', 'commission_fee', -1890),
      line('service', 'service_fee', -2210),
    ],
    '2026-10-23T15:00:00Z',
  )
  await addMovements(company, shop, [{ at: '2026-10-23T15:00:00Z', cents: BigInt(payout), code }])
  return scene
}

const settle = async ({ company }: Scene) => {
  await asWorker(() => reconcileOrders(company.organizationId))
  await foldSales(company)
}

/** The sum that the order brought, as each screen says it. */
async function broughtOf({ company, orderId }: Scene) {
  const { organizationId, owner, legalEntityId: entity } = company
  const range = { from: october, to: '2026-10-31' }
  const { total } = await getResultFor(
    { ...owner, timeZone },
    { period: 'custom', ...range },
    new Date('2026-11-20T15:00:00Z'),
  )
  return withOrganization({ organizationId }, async (db) => {
    const sale = { id: orderId, status: 'delivered', revenueCents: 15_000n } as const
    const { payoutCents } = await getOrderProfit(db, organizationId, sale, [])
    const live = (await readLiveFigures(db, { organizationId, timeZone, entity }, range)).figures(october)
    const [settled] = await inspect<{ cents: number }>(
      organizationId,
      'SELECT (released_cents + adjusted_cents)::int AS cents FROM settlement',
    )
    return [total.sums.netRevenue, payoutCents, live.netRevenue!, live.payoutCompetence!, settled!.cents].map(Number)
  })
}

const monthOf = ({ company }: Scene) =>
  getMonthClosesFor(
    { organizationId: company.organizationId, role: 'owner', timeZone },
    { entity: company.legalEntityId, month: october },
  )

/**
 * A refund as the report tells of it, as the wallet does, and a correction of the wallet's: in any order, and each perhaps sent again. A
 * wallet that tells of one movement tells of all of its days.
 */
const drawn = fc.record({
  cents: fc.integer({ min: 1, max: payout - 1 }),
  order: fc.shuffledSubarray(['report', 'wallet', 'again'] as const, { minLength: 1 }),
  correction: fc.option(fc.integer({ min: -3_000, max: 3_000 }).filter((cents) => cents !== 0)),
})

const events = drawn.map(({ cents, order, correction }) => ({
  cents,
  order,
  correction: order.includes('wallet') ? correction : null,
}))

test('a partial refund after the payout and after the close is one sum on all screens, and waits for the next close once', async () => {
  await fc.assert(
    fc.asyncProperty(events, async ({ cents, order, correction }) => {
      const scene = await paidOrder()
      const { company, shop } = scene
      await settle(scene)
      await closeMonth(company.owner, { legalEntityId: company.legalEntityId, month: october, note: null })
      const at = '2026-11-05T15:00:00Z'
      const send = {
        report: () =>
          income(scene, '600900', -cents, [line('refund', 'seller_return_refund#600900', -cents)], at).then(() => {}),
        wallet: () =>
          addMovements(company, shop, [{ at, cents: BigInt(-cents), kind: 'adjustment', code }]).then(() => {}),
        again: () =>
          income(scene, '600900', -cents, [line('refund', 'seller_return_refund#600900', -cents)], at).then(() => {}),
      }
      for (const event of order) {
        await send[event]()
        await settle(scene)
      }
      if (correction !== null)
        await addMovements(company, shop, [
          { at: '2026-11-08T15:00:00Z', cents: BigInt(correction), kind: 'adjustment', code },
        ])
      await settle(scene)
      const left = payout - cents + (correction ?? 0)
      expect(await broughtOf(scene)).toEqual([left, left, left, left, left])
      const { opened, pending } = await monthOf(scene)
      expect(opened!.frozen!.netRevenue).toBe(BigInt(payout))
      const change = BigInt(left - payout)
      expect(pending.map(({ changes }) => changes.netRevenue)).toEqual(change === 0n ? [undefined] : [change])
      expect((await verifyFigures(company.organizationId)).differences).toEqual([])
    }),
    { numRuns: 6, examples: [[{ cents: 7_500, order: ['wallet', 'report'], correction: null }]] },
  )
})

test('a return of November leaves the closed October and its tax alone, and lowers what November owes', async () => {
  const scene = await paidOrder()
  const { company, shop, orderId } = scene
  const { organizationId, legalEntityId, owner } = company
  await withOrganization({ organizationId }, (db) =>
    db.taxRate.create({
      data: {
        organizationId,
        id: newId(),
        legalEntityId,
        fromDay: new Date('2026-01-01'),
        regime: 'simples',
        rate: '0.1',
      },
      select: { id: true },
    }),
  )
  await settle(scene)
  await closeMonth(owner, { legalEntityId, month: october, note: null })
  await addReturn(company, { orderId, shopId: shop }, { kind: 'with_return', state: 'received' })
  await inspect(organizationId, `UPDATE order_return SET opened_at = '2026-11-12T15:00:00Z'`)
  const refund = [line('refund', 'seller_return_refund#600900', -5_000)]
  await income(scene, '600900', -5_000, refund, '2026-11-14T15:00:00Z')
  await settle(scene)
  const { opened, pending } = await monthOf(scene)
  expect([opened!.frozen!.tax, opened!.live.tax]).toEqual([-1_500n, -1_500n])
  expect(pending).toMatchObject([{ of: october, changes: { refunds: -5_000n, netRevenue: -5_000n } }])
  expect(pending[0]!.changes.tax).toBeUndefined()
  const live = await withOrganization({ organizationId }, (db) =>
    readLiveFigures(db, { organizationId, timeZone, entity: legalEntityId }, { from: november, to: '2026-11-30' }),
  )
  expect(live.figures(november).tax).toBe(500n)
})
