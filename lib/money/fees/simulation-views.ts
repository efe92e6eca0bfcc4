import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { readerOf, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { isReplaced } from '@/lib/money/fees/rule-versions'
import type { FeeRule } from '@/lib/money/fees/schema'
import { readPricing } from '@/lib/money/fees/shop-pricing'
import {
  getScenario,
  listSimulated,
  sumSimulated,
  type Scenario,
  type SimulatedRow,
  type SimulationSums,
} from '@/lib/money/fees/simulation'
import { readSimulationFilters, type SimulationFilters } from '@/lib/money/fees/simulation-filters'
import type { Page, Query } from '@/lib/core/keyset'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

const ROWS_SHOWN = 50

export type SimulationView = {
  filters: SimulationFilters
  today: Day
  rules: FeeRule[]
  shops: { id: string; name: string }[]
  scenario: Scenario | null
  page: Page<SimulatedRow>
}

const nothing = { listings: 0n, negative: 0n, losing: 0n, unknown: 0n, changeCents: 0n }

/** "The rules change on that day": what it does to each listing, and to all of them. */
export async function getSimulationFor(
  viewer: Viewer,
  query: Query,
  now = new Date(),
  size = ROWS_SHOWN,
): Promise<SimulationView & { sums: SimulationSums }> {
  const { view, sums } = await openSimulationFor(viewer, query, now, size)
  return { ...view, sums: await sums }
}

/** The same as soon as its rows are there; the sums come after them. */
export async function openSimulationFor(
  viewer: Viewer,
  query: Query,
  now = new Date(),
  size = ROWS_SHOWN,
): Promise<{ view: SimulationView; sums: Promise<SimulationSums> }> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const filters = readSimulationFilters(query)
  const today = localDay(now, timeZone)
  const db = readerOf(viewer)
  const reading = readPricing(db, organizationId, today)
  const scenario = await getScenario(db, organizationId, filters, today, reading)
  const page = scenario
    ? await listSimulated(db, organizationId, scenario, filters, { today, size })
    : { rows: [], previous: null, next: null }
  const pricing = await reading
  const rules = pricing.rules.filter((rule) => rule.platform === 'shopee' && !isReplaced(rule))
  const shops = pricing.shops.map(({ id, name }) => ({ id, name }))
  const view = { filters, today, rules, shops, scenario, page }
  return {
    view,
    sums: scenario ? sumSimulated(db, organizationId, scenario, filters, today) : Promise.resolve(nothing),
  }
}
