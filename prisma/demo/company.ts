import { recordAudits } from '@/lib/core/audit/record'
import { chainAuditLog } from '@/lib/insight/audit-log/chain-audit-log'
import { hashPassword } from '@/lib/identity/auth/password'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { listFeeRules } from '@/lib/money/fees/queries'
import { newId } from '@/lib/core/ids'
import { createOrganization } from '@/lib/identity/organizations/create-organization'
import { addMonths, startOfMonth } from '@/lib/core/dates'
import { asWorker } from './as-worker'
import { expireDemoCases, makeDemoCases } from './cases'
import { asDate, clockOf, type DemoClock } from './clock'
import { demoRates, makeExpenses } from './expenses'
import { BEGAN_DAYS_AGO, makeGoods, openStock, auditGoods } from './goods'
import { drawHistory, type DemoOrder } from './history'
import type { DemoScope } from './scope'
import type { DemoSalesChannel } from './sales-channels'
import { insertRows } from './insert-rows'
import { makeDemoMoney } from './money'
import { makePurchases } from './purchases'
import { randomFrom } from './random'
import { drawPhotos } from './photos'
import { connectDemoShops, type DemoSandbox } from './platform'
import { on, auditOrders } from './audits'
import { workInWarehouse } from './warehouse'
import { workInOffice } from './work'

const BATCH = 400
const WITHIN_MS = 300_000
const SEED = 20261121

type Demo = {
  email: string
  password: string
  now: Date
  /** With it the marketplace's money is made as well: only the worker writes that. */
  workerUrl?: string
  /** With it its shops are authorized there. */
  sandbox?: DemoSandbox
}

/**
 * A company to look around in, with a year behind it and nothing ahead of `now`. Made once and whole: a second run changes
 * nothing, an interrupted one leaves nothing. The same day gives the same company.
 */
export async function makeDemoCompany({ email, password, now, workerUrl, sandbox }: Demo): Promise<string | null> {
  const [userId, organizationId] = [newId(), newId()]
  const hash = await hashPassword(password)
  const actor: Actor = { organizationId, userId, role: 'owner', kind: 'person' }
  const clock = clockOf(now)
  const made = await withOrganization(
    { organizationId },
    async (db) => {
      const [made] = await db.$queryRaw<{ made: boolean }[]>`
        SELECT create_user(${userId}::uuid, ${email}::citext, 'Marina', ${hash}, 'pt') AS made`
      if (!made?.made) return null
      await confirmEmail(db, userId)
      await fill(db, actor, clock)
      return organizationId
    },
    WITHIN_MS,
  )
  if (made && workerUrl) {
    await asWorker(workerUrl, () => makeDemoMoney(organizationId, clock))
    await makeDemoCases(actor, clock)
    await asWorker(workerUrl, () => expireDemoCases(actor, clock))
    await drawPhotos(actor)
    if (sandbox) await connectDemoShops(actor, clock, sandbox)
    await workInOffice(actor, clock)
    await asWorker(workerUrl, () => chainAuditLog(organizationId))
  }
  return made
}

async function confirmEmail(db: Db, userId: string) {
  const hash = Uint8Array.from(Buffer.from(newId().replaceAll('-', ''), 'hex'))
  await db.$queryRaw`
    SELECT create_verification(${hash}, ${userId}::uuid, 'confirm', NULL, now() + interval '1 minute')::text`
  await db.$queryRaw`SELECT user_id FROM confirm_email(${hash})`
}

async function fill(db: Db, actor: Actor, clock: DemoClock) {
  const { organizationId } = actor
  const userId = actor.userId!
  const founded = on(actor, clock.at(BEGAN_DAYS_AGO, 34_000))
  const { legalEntityId } = await createOrganization(db, organizationId, {
    name: 'Casa & Cia',
    ownerId: userId,
    channelName: 'Balcão',
    ownStockName: 'Estoque próprio',
    at: founded.at,
  })
  await registerEntity(db, { organizationId, legalEntityId, clock })
  const salesChannels = await openSalesChannels(db, founded, legalEntityId)
  const shops = salesChannels.filter(({ kind }) => kind === 'shop')
  const { stocked, offers } = await makeGoods(db, { organizationId, userId, clock, shops })
  await openStock(db, organizationId, userId, stocked)
  await auditGoods(db, actor, { clock, stocked, offers })
  const rules = await listFeeRules(db, organizationId)
  const numbers = new Map<string, number>()
  const scope: DemoScope = {
    organizationId,
    userId,
    clock,
    rules,
    random: randomFrom(SEED),
    numberOf: numbering(numbers),
  }
  const orders = drawHistory(scope, salesChannels, offers)
  await db.orderNumber.createMany({
    data: [...numbers].map(([year, last]) => ({ organizationId, year: Number(year), last })),
  })
  await makePurchases(db, { actor, legalEntityId, clock }, stocked)
  for (let i = 0; i < orders.length; i += BATCH) await saveOrders(db, orders.slice(i, i + BATCH))
  await auditOrders(db, actor, orders)
  await workInWarehouse(db, { actor, stocked })
  await makeExpenses(db, { actor, clock, legalEntityId, shopId: shops[0]!.id }, monthlySales(orders))
}

async function registerEntity(db: Db, place: { organizationId: string; legalEntityId: string; clock: DemoClock }) {
  const { organizationId, legalEntityId, clock } = place
  const monthAgo = (months: number) => startOfMonth(addMonths(clock.today, -months))
  await db.legalEntity.updateMany({
    where: { organizationId, id: legalEntityId },
    data: {
      name: 'Casa & Cia Comércio de Utilidades Ltda',
      document: '12345678000195',
      state: 'SP',
      openedOn: asDate(monthAgo(38)),
    },
  })
  await db.taxRate.createMany({
    data: demoRates(clock).map(({ fromDay, rate }) => ({
      organizationId,
      id: newId(),
      legalEntityId,
      fromDay: asDate(fromDay),
      regime: 'simples' as const,
      rate,
    })),
  })
  await db.openingRevenue.createMany({
    data: Array.from({ length: 11 }, (_, index) => ({
      organizationId,
      legalEntityId,
      month: asDate(monthAgo(13 + index)),
      revenueCents: BigInt(780_000 - index * 31_500),
    })),
  })
}

async function openSalesChannels(db: Db, founded: Actor, legalEntityId: string): Promise<DemoSalesChannel[]> {
  const { organizationId } = founded
  const salesChannels = [
    { name: 'Loja Norte', kind: 'shop' as const, since: 365, then: 3.2, now: 10, feeRate: 0 },
    { name: 'Casa & Cia', kind: 'shop' as const, since: 214, then: 0.8, now: 6, feeRate: 0 },
    { name: 'WhatsApp', kind: 'channel' as const, since: 150, then: 0.2, now: 1, feeRate: 0 },
  ].map((salesChannel) => ({ ...salesChannel, id: newId() }))
  await db.shop.createMany({
    data: salesChannels.flatMap(({ id, name, kind }) =>
      kind === 'shop' ? [{ organizationId, id, name, legalEntityId }] : [],
    ),
  })
  await db.shopTerms.createMany({
    data: salesChannels.flatMap(({ id, kind }) =>
      kind === 'shop' ? [{ organizationId, shopId: id, fromDay: asDate('2025-01-01') }] : [],
    ),
  })
  await db.channel.createMany({
    data: salesChannels.flatMap(({ id, name, kind }) =>
      kind === 'channel' ? [{ organizationId, id, name, legalEntityId }] : [],
    ),
  })
  await recordAudits(
    db,
    founded,
    salesChannels.map(({ id, name, kind }) => ({
      event: `${kind}.created` as const,
      subjectId: id,
      after: { name, legalEntityId },
    })),
  )
  const feeRate = 0.0249
  const counter = await db.channel.findFirstOrThrow({ where: { organizationId, name: 'Balcão' }, select: { id: true } })
  await db.channel.updateMany({ where: { organizationId, id: counter.id }, data: { feeRate } })
  return [
    ...salesChannels,
    { id: counter.id, kind: 'channel', since: 365, then: 0.7, now: 0.9, closesOnSunday: true, feeRate },
  ]
}

const numbering = (numbers: Map<string, number>) => (day: string, kind: string) => {
  const year = day.slice(0, 4)
  const number = (numbers.get(year) ?? 0) + 1
  numbers.set(year, number)
  return `${kind}-${year}-${String(number).padStart(5, '0')}`
}

async function saveOrders(db: Db, batch: DemoOrder[]) {
  const of = <Part>(read: (order: DemoOrder) => Part | readonly Part[] | null | undefined) =>
    batch.flatMap((order) => read(order) ?? [])
  await insertRows(
    db,
    'orders',
    of(({ order }) => order),
  )
  await insertRows(
    db,
    'order_item',
    of(({ items }) => items),
  )
  await insertRows(
    db,
    'money_line',
    of(({ lines }) => lines),
  )
  await insertRows(
    db,
    'order_buyer',
    of(({ buyer }) => buyer),
  )
  await insertRows(
    db,
    'order_return',
    of(({ came }) => came?.row),
  )
  await insertRows(
    db,
    'return_item',
    of(({ came }) => came?.item),
  )
  const ids = batch.map(({ order }) => order.id)
  await db.$queryRaw`SELECT reserve_order_stock(${ids}::uuid[], NULL, true)`
  await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], 1)::text`
}

function monthlySales(orders: readonly DemoOrder[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { order } of orders) {
    if (order.status === 'pending' || order.status === 'cancelled') continue
    const month = startOfMonth(order.localDay.toISOString().slice(0, 10))
    sums.set(month, (sums.get(month) ?? 0n) + order.revenueCents)
  }
  return sums
}
