import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrganization } from '@/lib/core/db'
import { setShopTerms } from '@/lib/money/fees/set-terms'
import { defaultTerms } from '@/lib/money/fees/terms'
import { readLiveFigures } from '@/lib/money/month-close/live'
import type { OrderStatus } from '@/lib/generated/prisma/enums'
import { getOrderProfit } from '@/lib/money/profit/order-queries'
import { getResultFor } from '@/lib/money/profit/views'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { escrowDetail } from '@/lib/shopee/payment-schemas'
import { reshapeEscrow } from '@/lib/shopee/reshape-payment'
import { escrowMoney } from '@/lib/connect/sync/inbound/escrow-lines'
import { storedJson } from '@/lib/core/stored-json'
import { asWorker, inspect } from '../harnesses/database'
import { createTestOrganization } from './factories'
import { importSheet } from './imports'
import { applyMoneyTestFile } from './money-files'
import { writeOrderExport } from './order-export'
import { drawYear, TOP_UP, type KindOfShop, type Truth } from '../oracles/year-of-orders'
import { foldSales } from './sales'
import { csvOf } from './sheets'

const timeZone = 'America/Sao_Paulo'
const later = new Date('2027-02-15T15:00:00Z')
const range = { from: '2026-02-01', to: '2026-12-31' }

type SettledRow = {
  code: string
  state: string
  brought: number | null
  counted: number | null
  unexplained: number
  causes: Record<string, number>
}
const size = (of: (truth: Truth) => number) => (truths: Iterable<Truth>) =>
  [...truths].reduce((sum, truth) => sum + of(truth), 0)

const sorted = (causes: Record<string, number>) => Object.entries(causes).toSorted(([a], [b]) => (a < b ? -1 : 1))

type Said = ReturnType<typeof drawYear>['escrows']

/** As the platform's answers are taken: what it paid out, and of each order that is here all it says of its money. */
async function addEscrows(organizationId: string, shopId: string, escrows: Said): Promise<void> {
  const paid = escrows.map(({ code, day, paid: amount }) => ({
    code,
    amount,
    at: `${day}T15:00:00Z`,
    source: 'api',
    key: '',
  }))
  const rows = escrows.map(({ code, answer }) => ({
    code,
    asOf: '2026-12-31T12:00:00Z',
    adjusted: true,
    ...escrowMoney(reshapeEscrow(escrowDetail.parse(answer))),
  }))
  await asWorker(() =>
    withOrganization({ organizationId }, async (db) => {
      await db.$queryRaw`SELECT write_releases(${shopId}::uuid, ${storedJson(paid)}::jsonb)`
      // One answer names an order once.
      const once = [...new Map(rows.map((row) => [row.code, row])).values()]
      for (const some of [once, rows.filter((row) => !once.includes(row))])
        await db.$queryRaw`SELECT changed, kept FROM write_escrow(${shopId}::uuid, ${storedJson(some)}::jsonb)`
    }),
  )
}

type OrderOfProfit = { id: string; code: string; status: OrderStatus; revenueCents: bigint }
const profitsAtOnce = 200

/** The payout on each order's own page, in cents by the order's code. */
async function payoutsOfOrders(organizationId: string): Promise<Map<string, number>> {
  const orders = await withOrganization(
    { organizationId },
    (db) =>
      db.$queryRaw<OrderOfProfit[]>`
      SELECT id, external_code AS code, status, revenue_cents AS "revenueCents" FROM orders WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee'`,
  )
  const payouts = new Map<string, number>()
  for (let at = 0; at < orders.length; at += profitsAtOnce)
    await withOrganization(
      { organizationId },
      async (db) => {
        for (const order of orders.slice(at, at + profitsAtOnce)) {
          const { payoutCents } = await getOrderProfit(db, organizationId, order, [])
          payouts.set(order.code, Number(payoutCents))
        }
      },
      60_000,
    )
  return payouts
}

/** Gives the product the reports of that many drawn orders and answers what it says otherwise than is true. */
export async function settleYear(
  count: number,
  { isTakingPart = false, isPerson = false, isByApi = false }: Partial<KindOfShop> = {},
) {
  const year = drawYear(count, { isTakingPart, isPerson, isByApi })
  const company = await createTestOrganization()
  const { organizationId, owner, legalEntityId: entity } = company
  const sql = <T extends object>(text: string) => inspect<T>(organizationId, text)
  if (isPerson) await inspect(organizationId, `UPDATE legal_entity SET seller_type = 'cpf' WHERE id = $1`, [entity])
  const folder = mkdtempSync(join(tmpdir(), 'year-'))
  try {
    const path = join(folder, 'Order.all.xlsx')
    await writeOrderExport(path, year.orders)
    await importSheet(company, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const [shop] = await sql<{ id: string }>('SELECT id FROM shop')
  if (isTakingPart)
    await setShopTerms(owner, {
      ...defaultTerms,
      campaign: true,
      protection: true,
      adsTopUpRate: BigInt(TOP_UP) * 1000n,
      shopId: shop!.id,
      fromDay: '2026-01-01',
      seen: null,
    })
  const others = ['wallet', 'returns', 'advances'] as const
  const files = isByApi ? others : (['income', 'adjustments', ...others] as const)
  if (isByApi) await addEscrows(organizationId, shop!.id, year.escrows)
  const states: Record<string, string> = {}
  for (const name of files) {
    const file = await applyMoneyTestFile(company, csvOf(year[name]), { fileName: `${name}.csv`, shopId: shop!.id })
    states[name] = `${file.state} ${file.error_code ?? ''}`.trim()
  }
  await asWorker(() => reconcileOrders(organizationId, { now: later }))
  await foldSales(company)

  const rows = await sql<SettledRow>(`
    SELECT s.external_code AS code, s.state, (CASE WHEN s.released_at IS NOT NULL OR s.adjusted_cents <> 0 THEN coalesce(s.released_cents, 0) + s.adjusted_cents END)::int AS brought,
      (SELECT sum(m.amount_cents)::int FROM order_money(array[s.order_id]) m) AS counted, s.unexplained_cents::int AS unexplained,
      coalesce((SELECT json_object_agg(d.cause, d.amount_cents) FROM discrepancy d WHERE d.settlement_id = s.id), '{}') AS causes
    FROM settlement s`)
  const byKey = new Map(rows.map((row) => [row.code, row]))
  const payouts = await payoutsOfOrders(organizationId)
  const wrong: string[] = []
  for (const [code, { causes, brought, day, scenario }] of year.truths) {
    const row = byKey.get(code)
    const say = (what: string, is: unknown, should: unknown) =>
      JSON.stringify(is) !== JSON.stringify(should) &&
      wrong.push(`${code} ${scenario}: ${what} ${JSON.stringify(is)}, should be ${JSON.stringify(should)}`)
    say('causes', sorted(row?.causes ?? {}), sorted(causes))
    say('unexplained', row?.unexplained ?? 0, 0)
    say('brought', row?.brought ?? null, brought)
    if (day === null || brought === null) continue
    say('order', row?.counted, brought)
    say('order profit', payouts.get(code), brought)
  }

  const { total, months } = await getResultFor({ ...owner, timeZone }, { period: 'custom', ...range }, later)
  const { figures: closed } = await withOrganization({ organizationId }, (db) =>
    readLiveFigures(db, { organizationId, timeZone, entity }, range),
  )
  const truths = [...year.truths.values()]
  const ofMonth = (month: string) =>
    truths.filter(({ day, brought }) => brought !== null && day?.startsWith(month.slice(0, 7)))
  const sumOf = size(({ brought }) => brought ?? 0)
  // An unpaid order counts with the amount that the export expects: the result includes it, the payouts do not.
  const owedBy = size(({ causes, owed }) => (causes.late === undefined ? 0 : owed))
  for (const { month, result } of months) {
    const should = sumOf(ofMonth(month))
    const late = owedBy(truths.filter(({ day }) => day?.startsWith(month.slice(0, 7))))
    const said = Number(result.sums.netRevenue + result.adsTopUpCents)
    if (said !== should + late) wrong.push(`${month} result ${said}, should be ${should + late}`)
    const { netRevenue = 0n, adsTopUp = 0n, payoutCompetence = 0n } = closed(month)
    if (Number(netRevenue + adsTopUp) !== said)
      wrong.push(`${month} closing ${netRevenue + adsTopUp}, should be ${said}`)
    const stray = sumOf(truths.filter(({ day }) => day === null && month === '2026-06-01'))
    if (Number(payoutCompetence) !== should + stray)
      wrong.push(`${month} paid ${payoutCompetence}, should be ${should + stray}`)
  }
  const { advanceFees, fulfilment, shopAdjustments } = total.lines
  // As in the product: the pages' role may not calculate so long within a transaction.
  const { differences } = await asWorker(() => verifyFigures(organizationId, undefined, later))
  return {
    states,
    orders: byKey.size,
    wrong,
    shop: {
      advanceFees: Number(advanceFees),
      fulfilment: Number(fulfilment),
      shopAdjustments: Number(shopAdjustments),
    },
    expected: year.shop,
    rollups: differences.filter(({ check }) => check !== 'order_stock'),
  }
}
