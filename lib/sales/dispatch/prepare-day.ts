import 'server-only'
import type { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { localDay } from '@/lib/core/dates'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { dispatchQuery, readDispatchFilters, type DispatchFilters } from './filters'
import { due, parcels } from '../orders/unscanned'
import { matching, stage, type Clock } from './queries'
import { addRun, findRunOf, lockPreparation, resolveSelection, type Requested } from './request-run'
import { ordersAtOnce, type DispatchStage, type LabelPaper, type planDayInput, type prepareDayInput } from './schema'
import { listShortOrders } from './short-orders'

/** Part of the day's orders, and the filter that finds it. */
export type Batch = { label: string; count: number; query: string }
export type DayPlan = {
  /** All that can be gone through at once. */
  count: number
  /** More than that wait: the most urgent come first. */
  isCut: boolean
  /** Their invoice is missing, or was refused and no other one has come. */
  withoutInvoice: number
  /** The shelf does not hold enough for them. */
  short: number
  late: number
  single: Batch
  products: Batch[]
  carriers: Batch[]
  shops: { id: string; name: string; paper: LabelPaper }[]
}

type ToPrepare = {
  id: string
  stage: DispatchStage
  shopId: string
  carrier: string | null
  units: number
  isLate: boolean
  hasInvoiceFile: boolean
}
type PlanQuery = Pick<z.output<typeof planDayInput>, 'query'>

const BATCHES = 8
const filtersOf = ({ query }: PlanQuery): DispatchFilters => {
  const filters = readDispatchFilters(Object.fromEntries(new URLSearchParams(query)))
  return { ...filters, stage: null, method: null }
}

/** Orders without a label, the most urgent first: as many as a run takes, and one more where there are more. */
async function listToPrepare(db: Db, organizationId: string, filters: DispatchFilters, clock: Clock) {
  return db.$queryRaw<ToPrepare[]>`
    SELECT o.id, ${stage} AS stage, o.shop_id AS "shopId", o.carrier, o.units, ${due} < ${clock.now}::timestamptz AS "isLate",
      EXISTS (SELECT 1 FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id AND d.state = 'received')
        AS "hasInvoiceFile"
    FROM orders o ${parcels(organizationId)}
    WHERE ${matching(organizationId, filters, clock)} AND NOT o.cancellation_asked AND ${stage} IN ('invoice', 'refused', 'arrange', 'label')
    ORDER BY ${due}, o.id LIMIT ${ordersAtOnce + 1}`
}

async function clockOf(db: Db, organizationId: string): Promise<Clock> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const now = new Date()
  return { timeZone, now, today: localDay(now, timeZone) }
}

/** The steps of the day's button under a filter of the list, in the parts that it can be done in. */
export const planDay = (actor: Actor, query: PlanQuery): Promise<DayPlan> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const filters = filtersOf(query)
    const toPrepare = await listToPrepare(db, organizationId, filters, await clockOf(db, organizationId))
    const orders = toPrepare.slice(0, ordersAtOnce)
    const short = new Set((await listShortOrders(db, organizationId)).map(({ orderId }) => orderId))
    const within = (changes: Partial<DispatchFilters>) => dispatchQuery(filters, changes)
    const shopIds = [...new Set(orders.map(({ shopId }) => shopId))]
    const shops = await db.shop.findMany({
      where: { organizationId, id: { in: shopIds } },
      select: { id: true, name: true, labelPaper: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
    const carriers = countBy(orders.flatMap(({ carrier }) => carrier ?? []))
    return {
      count: orders.length,
      isCut: toPrepare.length > ordersAtOnce,
      withoutInvoice: orders.filter(
        ({ stage: at, hasInvoiceFile }) => (at === 'invoice' || at === 'refused') && !hasInvoiceFile,
      ).length,
      short: orders.filter(({ id, stage: at }) => short.has(id) && at !== 'label').length,
      late: orders.filter(({ isLate }) => isLate).length,
      single: {
        label: '',
        count: orders.filter(({ units }) => units === 1).length,
        query: within({ kind: 'single' }),
      },
      products: (await countProducts(db, organizationId, orders)).map(({ id, label, count }) => {
        return { label, count, query: within({ product: id }) }
      }),
      carriers: [...carriers].slice(0, BATCHES).map(([carrier, count]) => {
        return { label: carrier, count, query: within({ carrier }) }
      }),
      shops: shops.map(({ id, name, labelPaper }) => ({ id, name, paper: labelPaper })),
    }
  })

function countBy(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
}

const countProducts = (db: Db, organizationId: string, orders: readonly ToPrepare[]) => {
  const ids = orders.map(({ id }) => id)
  return db.$queryRaw<{ id: string; label: string; count: number }[]>`
    SELECT p.id, p.sku::text AS label, count(DISTINCT i.order_id)::int AS count FROM order_item i
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = i.product_id
    WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = ANY (${ids}::uuid[])
    GROUP BY 1, 2 ORDER BY 3 DESC, 2 LIMIT ${BATCHES}`
}

/** One run over all of them; where one that is under way takes all of them already, the button leads to that one. */
export const requestPreparation = (
  actor: Actor,
  { selection, papers }: z.output<typeof prepareDayInput>,
): Promise<Requested> =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    await lockPreparation(db, organizationId)
    await keepPapers(db, actor, papers)
    const orderIds =
      'orderIds' in selection
        ? await resolveSelection(db, actor, selection)
        : (await listToPrepare(db, organizationId, filtersOf(selection), await clockOf(db, organizationId))).map(
            ({ id }) => id,
          )
    if (orderIds.length === 0) throw new UserError('dispatchNothing')
    const wantedIds = orderIds.slice(0, ordersAtOnce)
    return (await findRunOf(db, organizationId, wantedIds)) ?? addRun(db, actor, 'prepare', { orderIds: wantedIds })
  })

/** From now on for all labels of these shops. */
async function keepPapers(db: Db, actor: Actor, papers: z.output<typeof prepareDayInput>['papers']): Promise<void> {
  const { organizationId } = actor
  const known = await db.shop.findMany({
    where: { organizationId, id: { in: papers.map(({ shopId }) => shopId) } },
    select: { id: true, labelPaper: true },
  })
  const before = new Map(known.map(({ id, labelPaper }) => [id, labelPaper]))
  for (const { shopId, paper } of papers) {
    const kept = before.get(shopId)
    if (kept === undefined) throw new UserError('notFound')
    if (kept === paper) continue
    await db.$executeRaw`
      UPDATE shop SET label_paper = ${paper}::"LabelPaper", version = version + 1 WHERE organization_id = ${organizationId}::uuid AND id = ${shopId}::uuid`
    await recordAudit(db, actor, {
      event: 'shop.updated',
      subjectId: shopId,
      before: { labelPaper: kept },
      after: { labelPaper: paper },
    })
  }
}
