import { can, scopeOf, type Role } from '@/lib/core/permissions'
import { reconciliationTabs } from '@/lib/money/cases/tabs'
import type { Cents } from '@/lib/core/money'
import { moneyTabs } from '@/lib/money/payouts/tabs'
import { companyShopsPath, shopsPath } from '@/lib/connect/shops/schema'

/** The data that a company has and lacks on its way to the first reconciled payout. */
export type SetupFacts = {
  shops: number
  /** Shops that are authorized. */
  activeShops: number
  hasOrders: boolean
  /** Products that are not archived, and those of them that never had a cost, with what was sold of them in a year. */
  products: number
  costless: number
  costlessCents: Cents
  /** Listings, and those of them that no product is mapped to, with what was sold of them in a year. */
  listings: number
  unmapped: number
  unmappedCents: Cents
  /** Legal entities in use, and those of them without a tax regime. */
  entities: number
  untaxed: number
  /** In the last 30 days: days of shops without a report of their ads, and the number of these shops. */
  adsDays: number
  adsShops: number
  /** Shops that sold in these days without an answer whether they advertise, and without a sign of it. */
  adsUnsaid: number
  /** Members and open invitations. */
  people: number
  /** Payouts that were compared with what was expected, and those that are still awaited. */
  hasPayout: boolean
  awaited: number
}

export const stepKeys = ['connect', 'products', 'costs', 'tax', 'ads', 'people', 'payout'] as const
export type StepKey = (typeof stepKeys)[number]

/** The missing number: `of` how many, and its amount in money. */
export type Lack = {
  key: 'nothing' | 'unauthorized' | 'listings' | 'products' | 'entities' | 'days' | 'unsaid' | 'orders' | 'awaited'
  count: number
  of: number
  cents: Cents
}

export type SetupStep = {
  key: StepKey
  /** A company can be through without it. */
  optional: boolean
  href: string
  /** Another way to the same. */
  other: { key: 'connect' | 'ads' | 'payout'; href: string } | null
  /** Null where it is done. */
  lack: Lack | null
}

const importPath = '/dashboard/orders/import'
const lacks = (key: Lack['key'], count = 0, of = 0, cents: Cents = 0n): Lack => ({ key, count, of, cents })

/** The right to each step. */
const mayDo: Record<StepKey, (role: Role) => boolean> = {
  connect: (role) => can(role, 'shop.connect') || can(role, 'sheet.import'),
  products: (role) => can(role, 'listing.map'),
  costs: (role) => can(role, 'product.write'),
  tax: (role) => can(role, 'feeRule.write'),
  ads: (role) => scopeOf(role, 'reconciliation.read') === 'all',
  people: (role) => can(role, 'member.manage'),
  payout: (role) => scopeOf(role, 'reconciliation.read') === 'all',
}

const lackOf: Record<StepKey, (facts: SetupFacts) => Lack | null> = {
  connect: ({ hasOrders, activeShops, shops }) => {
    if (hasOrders || activeShops > 0) return null
    return shops > 0 ? lacks('unauthorized', shops, shops) : lacks('nothing')
  },
  products: ({ products, listings, unmapped, unmappedCents }) => {
    if (unmapped > 0) return lacks('listings', unmapped, listings, unmappedCents)
    return products > 0 ? null : lacks('nothing')
  },
  costs: ({ products, costless, costlessCents }) => {
    if (costless > 0) return lacks('products', costless, products, costlessCents)
    return products > 0 ? null : lacks('nothing')
  },
  tax: ({ entities, untaxed }) => (untaxed > 0 ? lacks('entities', untaxed, entities) : null),
  ads: ({ hasOrders, adsDays, adsShops, adsUnsaid }) => {
    if (!hasOrders) return lacks('orders')
    if (adsDays > 0) return lacks('days', adsDays, adsShops)
    return adsUnsaid > 0 ? lacks('unsaid', adsUnsaid) : null
  },
  people: ({ people }) => (people > 1 ? null : lacks('nothing')),
  payout: ({ hasPayout, hasOrders, awaited }) => {
    if (hasPayout) return null
    if (!hasOrders) return lacks('orders')
    return awaited > 0 ? lacks('awaited', awaited, awaited) : lacks('nothing')
  },
}

type Place = Pick<SetupStep, 'href' | 'other'>
const placeOf: Record<StepKey, (role: Role, facts: SetupFacts) => Place> = {
  connect: (role, { shops }) => {
    if (!can(role, 'shop.connect')) return { href: importPath, other: null }
    return {
      href: shops > 0 ? shopsPath : `${shopsPath}?new=1`,
      other: can(role, 'sheet.import') ? { key: 'connect', href: importPath } : null,
    }
  },
  products: (role, { listings, activeShops }) => {
    const [mapping, form] = ['/dashboard/minha-empresa/mapeamento-produtos', '/dashboard/products/new']
    // The listings of a shop that was authorized a moment ago are on their way.
    if (listings > 0 || activeShops > 0 || !can(role, 'product.write')) return { href: mapping, other: null }
    return { href: form, other: null }
  },
  costs: () => ({ href: '/dashboard/products/costs', other: null }),
  tax: () => ({ href: '/dashboard/settings/entities', other: null }),
  ads: (role) => ({
    href: reconciliationTabs.files,
    other: can(role, 'shop.connect') ? { key: 'ads', href: companyShopsPath } : null,
  }),
  people: () => ({ href: '/dashboard/settings/people', other: null }),
  payout: (_, { activeShops }) =>
    activeShops > 0
      ? { href: moneyTabs.payouts.path, other: { key: 'payout', href: reconciliationTabs.files } }
      : { href: reconciliationTabs.files, other: null },
}

export const listStepsOf = (role: Role): StepKey[] => stepKeys.filter((key) => mayDo[key](role))

/** The steps that the role may do, in their order, each with what it lacks; without sums of money where the role sees none. */
export const setupSteps = (role: Role, facts: SetupFacts): SetupStep[] =>
  listStepsOf(role).map((key) => ({
    key,
    optional: key === 'people',
    lack: withoutTotals(role, lackOf[key](facts)),
    ...placeOf[key](role, facts),
  }))

const withoutTotals = (role: Role, lack: Lack | null): Lack | null =>
  lack && scopeOf(role, 'sales.read') !== 'all' ? { ...lack, cents: 0n } : lack

/** A rest of the listings waits for the costs of products that sell more: these bring more profit to light. */
const isOutweighed = ({ key, lack }: SetupStep, costs: Lack | null | undefined): boolean => {
  if (key !== 'products' || lack?.key !== 'listings' || costs?.key !== 'products') return false
  return costs.cents === lack.cents ? costs.count > lack.count : costs.cents > lack.cents
}

/** The steps that are to be done, what brings more first. */
function openSteps(steps: readonly SetupStep[]): SetupStep[] {
  const open = steps.filter(({ lack, optional }) => lack !== null && !optional)
  const costs = open.find(({ key }) => key === 'costs')
  const later = open.filter((step) => isOutweighed(step, costs?.lack))
  return open.flatMap((step) => (later.includes(step) ? [] : step === costs ? [step, ...later] : [step]))
}

/** The step that is to be done first; null when the company is through. */
export const nextStep = (steps: readonly SetupStep[]): SetupStep | null => openSteps(steps)[0] ?? null

/** The steps that fill a company's pages. */
const isFirst = (key: StepKey) => key === 'connect' || key === 'products'
export type FirstFacts = Pick<
  SetupFacts,
  'shops' | 'activeShops' | 'hasOrders' | 'products' | 'listings' | 'unmapped' | 'unmappedCents'
>
const noOtherFacts = {
  costless: 0,
  costlessCents: 0n,
  entities: 0,
  untaxed: 0,
  adsDays: 0,
  adsShops: 0,
  adsUnsaid: 0,
  people: 0,
  hasPayout: false,
  awaited: 0,
}

/** The next step where it is one of the first; null where the role may do neither, or they are done. */
export const firstStep = (role: Role, facts: FirstFacts): SetupStep | null =>
  nextStep(setupSteps(role, { ...facts, ...noOtherFacts }).filter(({ key }) => isFirst(key)))

/** Steps that wait for an earlier one have nothing to do yet. */
const waits = ({ lack }: SetupStep) => lack?.key === 'nothing' || lack?.key === 'orders'
/** Without any of it there is no profit yet, where a part of it only leaves one out. */
const isWhole = ({ lack }: SetupStep) => lack !== null && (lack.key === 'nothing' || lack.count === lack.of)

/**
 * The step that a page leads on to. Where it does steps itself: what they still wait for, and what comes after them. Any other
 * page leads on until there is a first profit.
 */
export function stepFrom(steps: readonly SetupStep[], own: readonly StepKey[] = []): SetupStep | null {
  const open = openSteps(steps)
  const [next] = open
  if (!next || own.includes(next.key)) return null
  const isDone = (step: SetupStep) => !step.lack || waits(step) || isOutweighed(step, next.lack)
  if (own.length > 0) return steps.every((step) => !own.includes(step.key) || isDone(step)) ? next : null
  const [shown = null] = open.filter((step) => step.key !== 'costs' || isWhole(step))
  return shown && (isFirst(shown.key) || shown.key === 'costs') ? shown : null
}
