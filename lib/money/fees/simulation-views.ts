import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listFeeRules } from '@/lib/money/fees/queries'
import { isReplaced } from '@/lib/money/fees/rule-versions'
import type { FeeRule } from '@/lib/money/fees/schema'
import {
  getScenario,
  listSimulated,
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
  sums: SimulationSums
}

const nothing = { listings: 0n, negative: 0n, losing: 0n, unknown: 0n, changeCents: 0n }

/** "The rules change on that day": what it does to each listing, and to all of them. */
export async function getSimulationFor(
  viewer: Viewer,
  query: Query,
  now = new Date(),
  size = ROWS_SHOWN,
): Promise<SimulationView> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const filters = readSimulationFilters(query)
  const today = localDay(now, timeZone)
  return withOrganization(viewer, async (db) => {
    const rules = await listFeeRules(db, organizationId)
    const shops = await db.shop.findMany({
      where: { organizationId, platform: 'shopee' },
      select: { id: true, name: true },
      orderBy: { name: 'asc' },
    })
    const scenario = await getScenario(db, organizationId, filters, today)
    const { page, sums } = scenario
      ? await listSimulated(db, organizationId, scenario, filters, { today, size })
      : { page: { rows: [], previous: null, next: null }, sums: nothing }
    const offered = rules.filter((rule) => rule.platform === 'shopee' && !isReplaced(rule))
    return { filters, today, rules: offered, shops, scenario, page, sums }
  })
}
