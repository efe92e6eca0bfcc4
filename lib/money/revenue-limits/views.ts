import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { addDays, addMonths, daysBetween, localDay, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listTaxable } from '@/lib/money/profit/tax'
import { listEntities, listFirstDays } from '@/lib/identity/settings/queries'
import { rateState } from '@/lib/identity/settings/rate-state'
import type { TaxRegime } from '@/lib/identity/settings/rates'
import { readSimples, readRevenueLimit, type Month, type SimplesState, type RevenueLimit } from './limits'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Partial<Pick<Member, 'legalEntityIds'>>

export type EntityLimits = {
  id: string
  name: string
  regime: TaxRegime | null
  openedOn: Day | null
  mei: RevenueLimit | null
  simples: (SimplesState & { year: RevenueLimit; rate: string | null }) | null
  months: Month[]
  /** Months that were typed in as a whole, and whose orders came later: the larger counts. */
  overlaps: { month: Day; typedCents: bigint; soldCents: bigint }[]
  hasRevenue: boolean
}
export type LimitsView = { today: Day; entities: EntityLimits[]; canEdit: boolean }

const paceDays = 90

/** How far each legal entity is from the limits of its regime, over every channel of its document. */
export async function getLimitsFor(viewer: Viewer, now = new Date()): Promise<LimitsView> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const today = localDay(now, timeZone)
  return withOrganization(viewer, async (db) => {
    const entities = (await listEntities(db, organizationId)).filter(({ archived }) => !archived)
    const first = addMonths(startOfMonth(today), -12)
    const sold = await sumByEntity(db, organizationId, {
      from: first < `${today.slice(0, 4)}-01-01` ? first : `${today.slice(0, 4)}-01-01`,
      to: today,
    })
    const recent = await sumByEntity(db, organizationId, { from: addDays(today, -paceDays), to: addDays(today, -1) })
    const firstDays = await listFirstDays(db, organizationId)
    return {
      today,
      canEdit: can(role, 'feeRule.write'),
      entities: entities.map((entity) => {
        const firstDay = firstDays.get(entity.id) ?? null
        const last90Cents = [...(recent.get(entity.id)?.values() ?? [])].reduce((total, cents) => total + cents, 0n)
        return limitsOf(entity, { sold: sold.get(entity.id) ?? new Map<Day, bigint>(), firstDay, last90Cents, today })
      }),
    }
  })
}

async function sumByEntity(db: Db, organizationId: string, range: DayRange): Promise<Map<string, Map<Day, bigint>>> {
  const sums = new Map<string, Map<Day, bigint>>()
  for (const { legalEntityId, month, cents } of await listTaxable(db, organizationId, range)) {
    const months = sums.get(legalEntityId) ?? new Map<Day, bigint>()
    months.set(month, cents)
    sums.set(legalEntityId, months)
  }
  return sums
}

type Entity = Awaited<ReturnType<typeof listEntities>>[number]
type RevenueFacts = { sold: Map<Day, bigint>; firstDay: Day | null; last90Cents: bigint; today: Day }

function limitsOf(entity: Entity, { sold, firstDay, last90Cents, today }: RevenueFacts): EntityLimits {
  const { id, name, openedOn, taxRates, openingRevenues } = entity
  const current = taxRates.find((rate) => rateState(rate, taxRates, today).state === 'current')
  const regime = current?.regime ?? null
  const opening = new Map(openingRevenues.map((one) => [one.month, one]))
  const overlaps: EntityLimits['overlaps'] = []
  // Since the first order here a month without any is one without revenue; before it, only what was typed in is known.
  const months = listMonths(openedOn, today).map((month): Month => {
    const isHere = firstDay !== null && month >= startOfMonth(firstDay)
    const typed = opening.get(month)
    const typedCents = typed?.revenueCents ?? 0n
    const soldCents = sold.get(month) ?? 0n
    if (!isHere) return { month, cents: typed?.revenueCents ?? null }
    if (typed?.besideOrders) return { month, cents: soldCents + typedCents }
    if (typedCents > 0n && soldCents > 0n) overlaps.push({ month, typedCents, soldCents })
    return { month, cents: typedCents > soldCents ? typedCents : soldCents }
  })
  const since = [openedOn, firstDay]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1)
  const pacedDays = since ? Math.min(paceDays, Math.max(1, daysBetween(since, today))) : paceDays
  const facts = { openedOn, today, months, last90Cents, pacedDays }
  return {
    id,
    name,
    regime,
    openedOn,
    months,
    overlaps,
    mei: regime === 'mei' ? readRevenueLimit('mei', facts) : null,
    simples:
      regime === 'simples'
        ? {
            ...readSimples(months, openedOn, today),
            year: readRevenueLimit('simples', facts),
            rate: current?.rate ?? null,
          }
        : null,
    hasRevenue: months.some(({ cents }) => cents !== null && cents !== 0n),
  }
}

/** From a year before this month, or from January, whichever is earlier; none before the entity opened. */
function listMonths(openedOn: Day | null, today: Day): Day[] {
  const first = startOfMonth(today)
  const all = Array.from({ length: 13 }, (_, index) => addMonths(first, index - 12))
  return openedOn ? all.filter((month) => month >= startOfMonth(openedOn)) : all
}
