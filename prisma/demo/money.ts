import { createHash } from 'node:crypto'
import { bankDaysBetween, isBankDay } from '@/lib/money/bank/business-days'
import { matchWithdrawals } from '@/lib/money/bank/match-withdrawals'
import { addDays, defaultTimeZone, localDay } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { confirmRules } from '@/lib/money/fees/confirm-rules'
import { refreshStatistics } from '@/lib/connect/order-imports/apply-import'
import { systemActor } from '@/lib/core/queue/task'
import { listFeeRules } from '@/lib/money/fees/queries'
import type { Stored } from '@/lib/connect/money-reports/stored-items'
import { writers } from '@/lib/connect/money-reports/write-items'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { storedJson } from '@/lib/core/stored-json'
import type { Movement, NumberedMovement } from '@/lib/money/wallet/number-movements'
import { walletRows } from '@/lib/money/wallet/write-wallet'
import { addAds } from './ads'
import type { DemoClock } from './clock'
import { moved, walletOf } from './movements'
import { injectFaults } from './payout-faults'
import { drawnFrom, drawPayouts, type DemoPayout } from './payouts'

const WITHIN_MS = 300_000
const BATCH = 1_000

/**
 * The marketplace's and the bank's data about the company's orders, written as the seller's own reports are, and
 * settled. Under the worker's role.
 */
export async function makeDemoMoney(organizationId: string, clock: DemoClock): Promise<void> {
  await withOrganization({ organizationId }, (db) => writeFacts(db, organizationId, clock), WITHIN_MS)
  // A fresh database knows nothing of its tables yet, and plans for none.
  await refreshStatistics(systemActor(organizationId))
  await confirmRules(organizationId)
  await reconcileOrders(organizationId, { now: clock.now })
  await withOrganization({ organizationId }, (db) => addAds(db, organizationId, clock), WITHIN_MS)
}

async function writeFacts(db: Db, organizationId: string, clock: DemoClock) {
  const actor = systemActor(organizationId)
  const rules = await listFeeRules(db, organizationId)
  const payouts = injectFaults(await drawPayouts(db, organizationId, clock), rules, clock)
  const shops = await db.shop.findMany({
    where: { organizationId },
    select: { id: true, legalEntityId: true },
    orderBy: { name: 'desc' },
  })
  for (const [index, { id: shopId, legalEntityId }] of shops.entries()) {
    const place = { organizationId, ownerId: shopId }
    const own = payouts.filter(({ order }) => order.shopId === shopId)
    const extra = [...(await compensations(db, { organizationId, shopId })), ...(index === 0 ? beside(clock) : [])]
    const movements = walletOf(own, clock, extra)
    for (const rows of inBatches(own.filter(({ isReported }) => isReported)))
      await writers.income(db, place, rows.map(incomeRow), actor)
    for (const rows of inBatches(movements)) await writers.wallet(db, place, walletRows(rows, defaultTimeZone), actor)
    await writers.bank(db, { organizationId, ownerId: legalEntityId }, statementOf(movements, clock, shopId), actor)
  }
  await matchWithdrawals(db, organizationId)
}

const inBatches = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH))

const incomeRow = ({ order, at, bill, paidCents, more }: DemoPayout): Stored['income'] => {
  // An advance and its rest are the wallet's alone: the report tells of the whole.
  const amount = paidCents === 0n && more.length > 0 ? bill.reduce((sum, line) => sum + line.amount, 0n) : paidCents
  return JSON.parse(
    storedJson({ code: order.code, part: '', amount, at, day: at && localDay(at, defaultTimeZone), lines: bill }),
  ) as Stored['income']
}

/** Parcels that the carrier lost are made good two weeks later, but for the last, which still waits. */
async function compensations(db: Db, { organizationId, shopId }: { organizationId: string; shopId: string }) {
  const lost = await db.$queryRaw<{ code: string; at: Date; cents: bigint }[]>`
    SELECT o.external_code AS code, o.cancelled_at + interval '12 days' AS at, o.revenue_cents - o.seller_voucher_cents AS cents
    FROM order_return r JOIN orders o ON o.organization_id = r.organization_id AND o.id = r.order_id
    WHERE r.organization_id = ${organizationId}::uuid AND r.shop_id = ${shopId}::uuid AND r.kind = 'lost' AND o.cancelled_at < now() - interval '14 days'
    ORDER BY o.cancelled_at`
  return lost
    .slice(0, -1)
    .map(({ code, at, cents }) =>
      moved('compensation', at, cents, { orderCode: code, description: `Compensação por extravio do pedido #${code}` }),
    )
}

/** A loan that is paid back month by month, and a payout of an unknown order. */
const beside = (clock: DemoClock): Movement[] => [
  ...[120, 90, 60, 30, 1].map((ago, index) =>
    moved('loan_instalment', clock.at(ago, 30_000), -21_240n, {
      description: `Parcela ${index + 1} de 12 do empréstimo`,
    }),
  ),
  moved('payout', clock.at(11, 50_000), 4_312n, {
    orderCode: `${clock.dayAgo(21).slice(2).replaceAll('-', '')}QK82LMZ7`,
    description: 'Renda do pedido',
  }),
]

/**
 * Withdrawals as the bank books them: the same day or the next, one of them so late that it stayed unmatched, the last
 * not yet.
 */
function statementOf(movements: readonly NumberedMovement[], clock: DemoClock, shopId: string): Stored['bank'][] {
  const account = { account: createHash('sha256').update(shopId).digest('hex'), end: '4417', entity: null }
  const withdrawals = movements.filter(({ kind }) => kind === 'withdrawal')
  const booked = withdrawals.slice(0, -1).map(({ at, amountCents }, index) => {
    const isLate = index === withdrawals.length - 4
    const day = bankDayAfter(localDay(at, defaultTimeZone), isLate ? 5 : drawnFrom(at.toISOString(), 2))
    const cents = Number(-amountCents)
    return { day, amountCents: cents, memo: 'TED RECEBIDA SHPP BRASIL INST PAGTO', fitid: `${day}-${cents}|1` }
  })
  const others = [4, 18, 37].map((ago, index) => {
    const cents = [12_000, 8_990, 26_450][index]!
    return { day: clock.dayAgo(ago), amountCents: cents, memo: 'PIX RECEBIDO CLIENTE BALCAO', fitid: `P${ago}|1` }
  })
  return [...booked, ...others].filter(({ day }) => day <= clock.today).map((entry) => ({ ...entry, ...account }))
}

function bankDayAfter(from: string, days: number): string {
  let day = from
  while (bankDaysBetween(from, day) < days || !isBankDay(day)) day = addDays(day, 1)
  return day
}
