import 'server-only'
import type { Query } from '@/lib/core/keyset'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listCalculatorStarts, type CalculatorStart } from '@/lib/money/fees/calculator-start'
import { feeKindOf, feeKinds, type FeeKind } from '@/lib/money/fees/fee-kinds'
import { readFeesFilters, type FeesFilters } from '@/lib/money/fees/fees-filters'
import {
  countOrdersIn,
  listFeeRules,
  listFeesByMonth,
  listFeesByRule,
  listRuleChecks,
  type MonthFees,
  type RuleCheckRow,
} from '@/lib/money/fees/queries'
import { listFeeShops, type KnownShop } from '@/lib/money/fees/shop-terms'
import { countOrders } from '@/lib/money/fees/high-volume'
import { termsOn } from '@/lib/money/fees/terms'
import { isReplaced } from '@/lib/money/fees/rule-versions'
import { ruleSpans } from '@/lib/money/fees/rule-spans'
import { newerPublished } from '@/lib/money/fees/newer-published'
import type { FeeRule, FeeTerms } from '@/lib/money/fees/schema'
import { listShopPricing, type ShopPricing } from '@/lib/money/fees/shop-pricing'
import { listOpenParticipation } from '@/lib/money/fees/participation-queries'
import type { OpenParticipation } from '@/lib/money/fees/seen-participation'
import { monthsOf } from '@/lib/money/profit/months'
import { getProgress, type Progress } from '@/lib/money/reconciliation/queries'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'legalEntityIds'>

export type FeeSums = Record<FeeKind, bigint> & { totalCents: bigint; revenueCents: bigint; isEstimated: boolean }
export type FeeMonth = { month: Day; from: Day; to: Day; sums: FeeSums }
export type RuleState = 'past' | 'current' | 'future' | 'replaced'
export type RuleView = FeeRule & {
  state: RuleState
  shops: string[]
  /** Orders of its days in the shops it holds for. */
  orders: bigint
  sums: FeeSums
  checks: RuleCheckRow[]
}
/** A shop as its card shows it. */
export type TermsShop = Pick<KnownShop, 'id' | 'name' | 'sellerType' | 'said'> & {
  /**
   * For an individual's shop: its orders of 90 days, and whether they are many; null where the orders here do not say.
   */
  volume: { orders: number; isHigh: boolean | null } | null
}
export type FeesView = {
  filters: FeesFilters
  today: Day
  months: FeeMonth[]
  total: FeeSums
  rules: RuleView[]
  /** Fees that nearly all orders of a shop pay, without an answer. */
  participation: OpenParticipation[]
  /** Published tables that edited rules have not got. */
  newer: FeeTerms[]
  shops: TermsShop[]
  canEdit: boolean
  /** The progress of the reconciliation that follows a change made here. */
  progress: Progress | null
}

/** Fees by rule and over time, the rules themselves, and what each shop takes part in. */
export async function getFeesFor(viewer: Viewer, query: Query, now = new Date()): Promise<FeesView> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const today = localDay(now, timeZone)
  const filters = readFeesFilters(query, today)
  return withOrganization(viewer, async (db) => {
    const rules = (await listFeeRules(db, organizationId)).filter(({ platform }) => platform === 'shopee')
    const shops = await listFeeShops(db, organizationId)
    const wanted = shops.filter(({ id }) => !filters.shop || id === filters.shop)
    const spans = ruleSpans(rules, wanted)
    const byMonth = await listFeesByMonth(db, organizationId, filters, filters.shop)
    const byRule = await listFeesByRule(db, organizationId, spans, filters)
    const checks = await listRuleChecks(db, organizationId)
    const views: RuleView[] = []
    for (const rule of rules) {
      const own = spans.filter(({ ruleId }) => ruleId === rule.id)
      const holding = new Set(own.map(({ shopId }) => shopId))
      views.push({
        ...rule,
        state: stateOf(rule, today),
        shops: shops.filter(({ id }) => holding.has(id)).map(({ name }) => name),
        orders: own.length > 0 ? await countOrdersIn(db, organizationId, own) : 0n,
        sums: sumFees(byRule.filter(({ ruleId }) => ruleId === rule.id)),
        checks: checks.filter(({ ruleId }) => ruleId === rule.id),
      })
    }
    return {
      filters,
      today,
      canEdit: can(viewer.role, 'feeRule.write'),
      shops: shops.map((shop) => termsShop(shop, today)),
      progress: await getProgress(db, organizationId),
      months: monthsOf(filters).map(({ month, range }) => ({
        month,
        ...range,
        sums: sumFees(byMonth.filter((row) => row.month === month)),
      })),
      total: sumFees(byMonth),
      rules: inUseFirst(views.toReversed()),
      participation: await listOpenParticipation(db, organizationId, now),
      newer: newerPublished(rules, [...new Set(shops.map(({ sellerType }) => sellerType))]),
    }
  })
}

function termsShop({ id, name, sellerType, said, salesDays, counted }: KnownShop, today: Day): TermsShop {
  const volume = { orders: countOrders(salesDays, today), isHigh: termsOn(counted, today).highVolume }
  return { id, name, sellerType, said, volume: sellerType === 'cpf' ? volume : null }
}

const inUseFirst = (rules: RuleView[]) => [
  ...rules.filter(({ shops }) => shops.length > 0),
  ...rules.filter(({ shops }) => shops.length === 0),
]

export function stateOf(rule: Pick<FeeRule, 'fromDay' | 'toDay'>, today: Day): RuleState {
  if (isReplaced(rule)) return 'replaced'
  if (rule.fromDay > today) return 'future'
  return rule.toDay === null || rule.toDay >= today ? 'current' : 'past'
}

type Counted = Pick<MonthFees, 'kind' | 'cents'> & { basis?: MonthFees['basis'] }

/** Charges are shown as such: positive. Refunds and adjustments are no fees. */
function sumFees(rows: readonly Counted[]): FeeSums {
  const of = (kind: FeeKind) =>
    rows.filter((row) => feeKindOf[row.kind] === kind).reduce((sum, { cents }) => sum - cents, 0n)
  const sums = Object.fromEntries(feeKinds.map((kind) => [kind, of(kind)])) as Record<FeeKind, bigint>
  const revenueCents = rows.filter(({ kind }) => kind === 'product_revenue').reduce((sum, { cents }) => sum + cents, 0n)
  return {
    ...sums,
    totalCents: feeKinds.reduce((sum, kind) => sum + sums[kind], 0n),
    revenueCents,
    isEstimated: rows.some(({ basis, kind }) => basis === 'estimated' && feeKindOf[kind] !== undefined),
  }
}

export type CalculatorView = {
  today: Day
  shops: CalculatorShop[]
}
type CalculatorShop = Pick<ShopPricing, 'id' | 'name' | 'rule' | 'terms' | 'taxRate' | 'isConfirmed'> & {
  /** Null where the shop sold nothing of late. */
  start: CalculatorStart | null
}

/** The shops with the rule, the terms and the tax of today: the calculator works in the browser. */
export async function getCalculatorFor(viewer: Viewer, now = new Date()): Promise<CalculatorView> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const today = localDay(now, timeZone)
  return withOrganization(viewer, async (db) => {
    const shops = await listShopPricing(db, organizationId, today)
    const starts = await listCalculatorStarts(db, organizationId, today)
    return {
      today,
      shops: shops.map(({ id, name, rule, terms, taxRate, isConfirmed }) => ({
        id,
        name,
        rule,
        terms,
        taxRate,
        isConfirmed,
        start: starts.get(id) ?? null,
      })),
    }
  })
}
