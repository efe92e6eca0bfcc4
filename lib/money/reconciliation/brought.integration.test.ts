import { withOrganization } from '@/lib/core/db'
import { closeMonth } from '../month-close/close-month'
import { readLiveFigures } from '../month-close/live'
import { listClosings } from '../month-close/stored'
import { getMonthClosesFor } from '../month-close/views'
import { getOrderProfit } from '../profit/order-queries'
import { getResultFor } from '../profit/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addMovements, type PlantedMovement } from '@/lib/testing/harnesses/money-harness'
import { addListing, addOrders, addShop, foldSales } from '@/lib/testing/factories/sales'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { reconcileOrders } from './reconcile-orders'

let company: TestOrganization
let shop: string
let orderId: string
const code = '261010AAAA0001'
const timeZone = 'America/Sao_Paulo'
const at = '2026-10-10T15:00:00Z'
const sql = <T extends object>(text: string) => inspect<T>(company.organizationId, text)

beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  orderId = (await addOrders(company, shop, [{ at, cents: 15_000n, code, listingId }]))[0]!
})

type Line = { kind: string; key: string; amount: number; name: string }
const line = (kind: string, key: string, amount: number): Line => ({ kind, key, amount, name: 'x' })
const income = (part: string, amount: number | null, lines: Line[], on = '2026-10-23T15:00:00Z') =>
  asWorker(() =>
    withOrganization({ organizationId: company.organizationId }, (db) => {
      const rows = JSON.stringify([{ n: 0, code, part, amount, at: on, lines }])
      return db.$queryRaw`SELECT created FROM write_income(${shop}::uuid, ${rows}::jsonb)`
    }),
  )
const own = () =>
  income('', 10_900, [
    line('product_revenue', 'original_cost_of_goods_sold', 15_000),
    line('commission', 'commission_fee', -1890),
    line('service', 'service_fee', -2210),
  ])
const wallet = (...entries: PlantedMovement[]) => addMovements(company, shop, entries)
const reconcile = () => asWorker(() => reconcileOrders(company.organizationId))

/** The order's amount in cents as result, order, month close and reconciliation each show it. */
async function sources() {
  await reconcile()
  await foldSales(company)
  const { owner, organizationId, legalEntityId: entity } = company
  const range = { from: '2026-10-01', to: '2026-10-31' }
  const { total } = await getResultFor(
    { ...owner, timeZone },
    { period: 'custom', ...range },
    new Date('2026-11-20T15:00:00Z'),
  )
  return withOrganization({ organizationId }, async (db) => {
    const { payoutCents } = await getOrderProfit(db, organizationId, { id: orderId, status: 'delivered', revenueCents: 15_000n }, []) // prettier-ignore
    const books = { organizationId, timeZone, entity }
    const {
      netRevenue = 0n,
      adsTopUp = 0n,
      payoutCompetence,
    } = (await readLiveFigures(db, books, range)).figures('2026-10-01')
    const [settled] = await sql<{ cents: number }>('SELECT (released_cents + adjusted_cents)::int AS cents FROM settlement') // prettier-ignore
    return {
      result: Number(total.sums.netRevenue + total.adsTopUpCents),
      order: Number(payoutCents),
      books: Number(netRevenue + adsTopUp),
      competence: Number(payoutCompetence),
      reconciliation: settled!.cents,
    }
  })
}
const all = (cents: number) => ({ result: cents, order: cents, books: cents, competence: cents, reconciliation: cents })
const causes = () => sql<{ cause: string; cents: number }>('SELECT cause, amount_cents::int AS cents FROM discrepancy ORDER BY cause') // prettier-ignore
const payout = { at: '2026-10-23T15:00:00Z', cents: 10_900n, code }

describe('an order’s payout is one sum in result, order, month close and reconciliation', () => {
  test('with a correction in the wallet', async () => {
    await own()
    await wallet(payout, { at: '2026-11-05T15:00:00Z', cents: -1234n, kind: 'adjustment', code })
    expect(await sources()).toEqual(all(10_900 - 1234))
    expect(await causes()).toEqual([{ cause: 'adjustment', cents: -1234 }])
    expect((await verifyFigures(company.organizationId)).differences).toEqual([])
  })

  test('with a correction that the income report names too, once', async () => {
    await own()
    await income('2026-11-05/-1234/1', null, [line('adjustment', 'order_adjustment#2026-11-05/-1234/1', -1234)])
    expect(await sources()).toEqual(all(10_900 - 1234))
    await wallet(payout, { at: '2026-11-05T15:00:00Z', cents: -1234n, kind: 'adjustment', code })
    expect(await sources()).toEqual(all(10_900 - 1234))
  })

  test('with a refund in a row of its own, which is one cause', async () => {
    await own()
    await income('600900', -7500, [line('refund', 'seller_return_refund#600900', -7500)], '2026-11-05T15:00:00Z')
    expect(await sources()).toEqual(all(10_900 - 7500))
    expect(await causes()).toEqual([{ cause: 'refund_without_return', cents: -7500 }])
    await wallet(payout, { at: '2026-11-05T15:00:00Z', cents: -7500n, kind: 'adjustment', code })
    expect(await sources()).toEqual(all(10_900 - 7500))
    expect(await causes()).toEqual([{ cause: 'refund_without_return', cents: -7500 }])
  })

  test('with a payout that the wallet has at another amount', async () => {
    await own()
    await wallet({ ...payout, cents: 10_000n })
    expect(await sources()).toEqual(all(10_000))
  })

  test('with an advance, whose fee is no part of the order', async () => {
    await own()
    await wallet({ at: '2026-10-13T15:00:00Z', cents: 9702n, kind: 'early_payout', fee: 378n, code }, { at: '2026-10-23T15:00:00Z', cents: 820n, kind: 'early_payout_rest', code }) // prettier-ignore
    expect(await sources()).toEqual(all(10_900))
    expect(await causes()).toEqual([])
  })

  test('and stays one when the reports come late or change', async () => {
    await wallet(payout, { at: '2026-11-05T15:00:00Z', cents: -1234n, kind: 'adjustment', code })
    expect(await sources()).toEqual(all(10_900 - 1234))
    await own()
    expect(await sources()).toEqual(all(10_900 - 1234))
    await income('', 10_820, [
      line('product_revenue', 'original_cost_of_goods_sold', 15_000),
      line('commission', 'commission_fee', -1890),
      line('service', 'service_fee', -2290),
    ])
    expect(await sources()).toEqual(all(10_900 - 1234))
    expect((await verifyFigures(company.organizationId)).differences).toEqual([])
  })
})

test('money of the shop that no order explains has lines of its own in result and month close, each amount once', async () => {
  const { organizationId, legalEntityId: entity, owner } = company
  const at = '2026-10-20T15:00:00Z'
  await wallet(
    { at, cents: -789n, kind: 'adjustment', description: 'DIFAL' },
    { at, cents: -2500n, kind: 'adjustment', description: 'Cobrança relacionado ao Full' },
    { at, cents: -350n, kind: 'early_payout_fee' },
    // Far from the list of advances: the first takes back what was advanced as it was, the other is known of by nothing else.
    { at: '2026-10-02T15:00:00Z', cents: 8000n, kind: 'early_payout' },
    { at: '2026-10-08T15:00:00Z', cents: -8000n, kind: 'early_payout_return' },
    { at: '2026-10-09T15:00:00Z', cents: -240n, kind: 'early_payout_return' },
    { at, cents: -9900n, kind: 'ads_top_up' },
    { at, cents: -5000n, kind: 'other' },
  )
  const own = { organizationId, shopId: shop, localDay: new Date('2026-10-19'), at }
  await asWorker(() =>
    withOrganization({ organizationId }, async (db) => {
      await db.shopAdjustment.createMany({
        data: [
          { ...own, part: 'a', amountCents: -789n, name: 'Recolhimento de DIFAL' },
          { ...own, part: 'b', amountCents: 1200n, name: 'Crédito' },
        ],
      })
      await db.earlyPayout.create({
        data: { organizationId, shopId: shop, number: '1', externalCode: code, at, advanceCents: 10_000n, feeCents: 350n, receivedCents: 9650n }, // prettier-ignore
        select: { number: true },
      })
    }),
  )
  const range = { from: '2026-10-01', to: '2026-10-31' }
  const { total } = await getResultFor({ ...owner, timeZone }, { period: 'custom', ...range }, new Date('2026-11-20T15:00:00Z')) // prettier-ignore
  const lines = { advanceFees: -350n, advanceDeducts: -240n, fulfilment: -2500n, shopAdjustments: 411n }
  expect(total.lines).toMatchObject(lines)
  expect(total.sums.profit - total.sums.contributionAfterAds).toBe(-350n - 240n - 2500n + 411n)
  const books = await withOrganization({ organizationId }, (db) => readLiveFigures(db, { organizationId, timeZone, entity }, range)) // prettier-ignore
  expect(books.figures('2026-10-01')).toMatchObject(lines)
})

test('a closed month keeps its figures, and shows what a correction changes of them', async () => {
  const { owner, legalEntityId, organizationId } = company
  await own()
  await wallet(payout)
  await sources()
  await closeMonth(owner, { legalEntityId, month: '2026-10-01', note: null })
  await wallet({ at: '2026-11-05T15:00:00Z', cents: -1234n, kind: 'adjustment', code })
  expect(await sources()).toEqual(all(10_900 - 1234))
  const viewer = { ...owner, role: 'owner' as const, timeZone, legalEntityIds: null }
  const { pending } = await getMonthClosesFor(viewer, { entity: legalEntityId })
  expect(pending).toMatchObject([
    { of: '2026-10-01', changes: { adjustments: -1234n, netRevenue: -1234n, payoutCompetence: -1234n } },
  ])
  const [closing] = await withOrganization({ organizationId }, (db) => listClosings(db, organizationId, legalEntityId))
  expect(closing!.figures.get('2026-10-01')).toMatchObject({
    adjustments: 0n,
    netRevenue: 10_900n,
    payoutCompetence: 10_900n,
  })
})

test('an order that gets another code brings what was paid under that one, and the roll-ups follow', async () => {
  await own()
  await wallet(payout, { at: '2026-11-05T15:00:00Z', cents: -1234n, kind: 'adjustment', code })
  expect(await sources()).toEqual(all(10_900 - 1234))
  await sql(`UPDATE orders SET external_code = '261010BBBB0002'`)
  await wallet({ at: '2026-11-06T15:00:00Z', cents: -100n, kind: 'adjustment', code: '261010BBBB0002' })
  await reconcile()
  const paid = await sql(
    `SELECT external_code AS code, order_id IS NOT NULL AS is_here, adjusted_cents::int AS adjusted FROM settlement ORDER BY 1`,
  )
  expect(paid).toEqual([
    { code, is_here: false, adjusted: -1234 },
    { code: '261010BBBB0002', is_here: true, adjusted: -100 },
  ])
  expect(
    await sql(
      `SELECT sum(amount_cents)::int AS cents FROM order_money(array(SELECT id FROM orders)) WHERE kind = 'adjustment'`,
    ),
  ).toEqual([{ cents: -100 }])
  const { differences } = await verifyFigures(company.organizationId)
  expect(differences).toEqual([])
})
