import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { listFormerEntities } from '@/lib/identity/settings/former-entities'
import { feeLinesOf, type SoldLine } from '../fees/fee-lines'
import { listFeeRules } from '../fees/queries'
import { listFeeShops } from '../fees/shop-terms'
import { feeRuleOn } from '../fees/fee-rule-on'
import { shopsWithFewCharged } from '../fees/seen-participation'
import { defaultTerms, termsOn } from '../fees/terms'
import type { MoneySource } from '@/lib/generated/prisma/enums'
import { RELEASED_WITHIN_DAYS } from './due-day'
import {
  readExisting,
  readItems,
  readMoney,
  readOrders,
  readReleases,
  readReportedFees,
  readReturns,
  readWallet,
  whichAreCovered,
  type Code,
  type OrderRow,
} from './fact-rows'
import { isUnderway, readLags, type Lags } from './expected-day'
import { isAwaited } from './paid'
import type { ChargedLine, OrderFacts, SettlementFacts } from './settlement-facts'
import { Prisma } from '@/lib/generated/prisma/client'

/** The data of a company as a whole: few rows. */
export type Context = Awaited<ReturnType<typeof readContext>>
export type CodeFacts = {
  shopId: string
  orderId: string | null
  facts: SettlementFacts
  /** The order as it is sent; null where no order is here. */
  parcel: OrderRow | null
  /** How long the shop's parcels and payouts take. */
  lags: Lags
  /** A hash of the stored settlement of the code; null where there is none. */
  writtenHash: string | null
}

export async function readContext(db: Db, organizationId: string, today: Day) {
  const rules = (await listFeeRules(db, organizationId)).filter(({ platform }) => platform === 'shopee')
  const terms = new Map((await listFeeShops(db, organizationId)).map((shop) => [shop.id, shop]))
  const shops = await db.shop.findMany({
    where: { organizationId },
    select: { id: true, legalEntityId: true, legalEntity: { select: { sellerType: true } } },
  })
  const checks = await db.feeRuleCheck.findMany({
    where: { organizationId },
    select: { ruleId: true, shopId: true, isConfirmed: true, matched: true, differing: true },
  })
  const closes = await db.monthClose.findMany({
    where: { organizationId, reopenedAt: null },
    select: { legalEntityId: true, month: true },
  })
  return {
    organizationId,
    today,
    rules,
    terms,
    shops: new Map(shops.map((shop) => [shop.id, shop])),
    former: await listFormerEntities(db, organizationId),
    confirmed: new Set(checks.flatMap(({ ruleId, shopId, isConfirmed }) => (isConfirmed ? `${ruleId} ${shopId}` : []))),
    fewCharged: shopsWithFewCharged(checks),
    closed: new Set(closes.map(({ legalEntityId, month }) => `${legalEntityId} ${month.toISOString().slice(0, 7)}`)),
  }
}

/** All that is known of these codes, with as many statements whatever their number. */
export async function readFacts(
  db: Db,
  context: Context,
  codes: readonly Code[],
  timeZone: string,
): Promise<CodeFacts[]> {
  const { organizationId, today } = context
  const scope = { organizationId, timeZone, codes }
  const orders = await readOrders(db, scope)
  const ids = [...orders.values()].map(({ id }) => id)
  const items = await readItems(db, organizationId, ids)
  const money = await readMoney(db, organizationId, ids)
  const returns = await readReturns(db, { organizationId, timeZone }, ids)
  const reported = await readReportedFees(db, scope)
  const releases = await readReleases(db, scope)
  const wallet = await readWallet(db, scope)
  const walletDays = await readWalletDays(db, organizationId, codes)
  const existing = await readExisting(db, scope)
  const known = codes.map((code) => {
    const key = keyOf(code)
    const order = orders.get(key) ?? null
    return { ...code, key, order, releases: releases.get(key) ?? [], wallet: wallet.get(key) ?? [] }
  })
  const overdue = known.filter(
    ({ order, ...paid }) =>
      order?.deliveredOn && order.status !== 'cancelled' && order.deliveredOn < today && isAwaited(paid),
  )
  const covered = await whichAreCovered(db, scope, {
    days: RELEASED_WITHIN_DAYS,
    codes: overdue.map(({ key, shopId, order }) => ({ key, shopId, deliveredOn: order?.deliveredOn ?? today })),
  })
  const open = known.filter(
    ({ order, ...paid }) => order && (isUnderway(order) || (order.deliveredOn && isAwaited(paid))),
  )
  const shopIds = [...new Set(open.map(({ shopId }) => shopId))]
  const lags = await readLags(db, { organizationId, timeZone, today, shopIds })
  return known.map(({ key, shopId, code, order, ...paid }) => {
    const day = order?.localDay ?? firstDay([...paid.releases, ...paid.wallet]) ?? today
    const ofShop = ruleFacts(context, shopId, day)
    return {
      shopId,
      orderId: order?.id ?? null,
      parcel: order,
      lags: lags.get(shopId) ?? { transitDays: null, releaseDays: null },
      writtenHash: existing.get(key)?.hash ?? null,
      facts: {
        code,
        day,
        today,
        ...ofShop,
        order: order && asOrder(order, items.get(order.id) ?? []),
        charged: order ? bestOfEach(money.get(order.id) ?? [], order.status === 'cancelled') : [],
        reported: reported.get(key),
        releases: paid.releases,
        wallet: paid.wallet,
        walletDays: walletDays.get(shopId) ?? null,
        returns: (order && returns.get(order.id)) ?? [],
        isCovered: covered.has(key),
        existing: existing.get(key) ?? null,
      },
    }
  })
}

export const keyOf = ({ shopId, code }: Code): string => `${shopId} ${code}`

function firstDay(entries: readonly { day: Day }[]): Day | null {
  return entries.reduce<Day | null>((first, { day }) => (first === null || day < first ? day : first), null)
}

function ruleFacts({ rules, terms, shops, former, confirmed, fewCharged, closed }: Context, shopId: string, day: Day) {
  const shop = shops.get(shopId)
  const known = terms.get(shopId)
  const counted = known ? termsOn(known.counted, day) : defaultTerms
  // A fee that nearly all orders pay counts as a programme until there is an answer.
  const assumed = known ? termsOn(known.terms, day) : defaultTerms
  const before = former.get(shopId)?.find(({ untilDay }) => day < untilDay)
  const sellerType = before?.sellerType ?? shop?.legalEntity.sellerType ?? 'cnpj'
  const entity = before?.legalEntityId ?? shop?.legalEntityId
  const rule = feeRuleOn(rules, { platform: 'shopee', sellerType, programme: assumed.programme, day })
  return {
    terms: known && known.said.length > 0 ? assumed : null,
    assumed,
    isCampaignOpen: assumed.campaign && !counted.campaign,
    isProtectionOpen: fewCharged.has(shopId) && !assumed.protection && !assumed.denied?.includes('protection'),
    rule,
    ruleConfirmed: rule !== null && confirmed.has(`${rule.id} ${shopId}`),
    otherRules: rules.filter(({ id }) => id !== rule?.id),
    closedMonth: entity !== undefined && closed.has(`${entity} ${day.slice(0, 7)}`),
  }
}

const asOrder = (order: OrderRow, items: readonly SoldLine[]): OrderFacts => ({
  status: order.status,
  platformStatus: order.platformStatus,
  revenueCents: order.revenueCents,
  sellerVoucherCents: order.sellerVoucherCents,
  items: items.flatMap(feeLinesOf),
  shippedAt: order.shippedAt,
  deliveredOn: order.deliveredOn,
  cancelledOn: order.cancelledOn,
  inReturn: order.inReturn,
  isOwnLogistics: order.isOwnLogistics,
})

const rank: Record<MoneySource, number> = { rule: 0, export: 1, income: 2, api: 3 }

/** The best source alone of each kind, as order_money takes it. */
function bestOfEach(lines: readonly ChargedLine[], isCancelled: boolean): ChargedLine[] {
  const usable = isCancelled ? lines.filter(({ source }) => source !== 'export') : lines
  const best = new Map<string, number>()
  for (const { kind, source } of usable) best.set(kind, Math.max(best.get(kind) ?? 0, rank[source]))
  return usable.filter(({ kind, source }) => rank[source] === best.get(kind))
}

/** The first and the last known day of each shop's wallet. */
async function readWalletDays(
  db: Db,
  organizationId: string,
  codes: readonly Code[],
): Promise<Map<string, { first: Day; last: Day }>> {
  const shops = [...new Set(codes.map(({ shopId }) => shopId))]
  const ofShop = Prisma.sql`SELECT to_char(w.local_day, 'YYYY-MM-DD') FROM wallet_transaction w WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = s.id`
  const rows = await db.$queryRaw<{ id: string; first: Day | null; last: Day | null }[]>`
    SELECT s.id, (${ofShop} ORDER BY w.at, w.id LIMIT 1) AS first, (${ofShop} ORDER BY w.at DESC, w.id DESC LIMIT 1) AS last FROM unnest(${shops}::uuid[]) AS s(id)`
  return new Map(rows.flatMap(({ id, first, last }) => (first && last ? [[id, { first, last }] as const] : [])))
}
