import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import { addDays, localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, type Page, type Query } from '@/lib/core/keyset'
import { listMembers } from '@/lib/identity/organizations/queries'
import { writeClaim } from './claim-text'
import {
  getCase,
  listCaseEvents,
  listCaseFiles,
  listCaseOrders,
  type CaseEventView,
  type CaseFileView,
  type CaseOrderView,
  type StoredCaseView,
} from './detail'
import { readCaseFilters, type CaseFilters, type CaseTab } from './filters'
import { listPicks, type DifferencePick } from './picks'
import {
  countCaseTabs,
  listCases,
  SOON_DAYS,
  sumCases,
  sumDueCases,
  sumListedCases,
  type CaseRow,
  type CaseTotals,
  type DueCases,
  type ListedCases,
} from './queries'

type Viewer = Pick<Member, 'organizationId' | 'role' | 'timeZone'> & Partial<Pick<Member, 'legalEntityIds'>>
export type CaseOwner = { userId: string; displayName: string }

const PAGE_SIZE = 50

export type CaseQueue = {
  filters: CaseFilters
  page: Page<CaseRow>
  counts: Record<CaseTab, number>
  totals: CaseTotals
  listed: ListedCases
  shops: { id: string; name: string }[]
  owners: CaseOwner[]
  today: Day
  canDecide: boolean
}

const openFor = <T>(viewer: Viewer, run: (db: Db, today: Day) => Promise<T>): Promise<T> => {
  if (!can(viewer.role, 'reconciliation.read')) throw new UserError('permissionDenied')
  return withOrganization(viewer, (db) => run(db, localDay(new Date(), viewer.timeZone)))
}

/** The members to whom a case can be assigned. */
async function listOwners(db: Db): Promise<CaseOwner[]> {
  return (await listMembers(db))
    .filter(({ role }) => can(role, 'reconciliation.read'))
    .map(({ userId, displayName }) => ({ userId, displayName }))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'pt-BR'))
}

export const getCasesFor = (viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<CaseQueue> =>
  openFor(viewer, async (db, today) => {
    const { organizationId, role } = viewer
    const filters = readCaseFilters(query)
    const cases = await listCases(db, organizationId, filters, { today, size })
    const gone = cases.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    return {
      filters,
      page: gone ? await listCases(db, organizationId, fromStart, { today, size }) : cases,
      counts: await countCaseTabs(db, organizationId, filters, today),
      totals: await sumCases(db, organizationId, filters, today),
      listed: await sumListedCases(db, organizationId, filters, today),
      shops: await db.shop.findMany({
        where: { organizationId, platform: 'shopee' },
        select: { id: true, name: true },
        orderBy: { name: 'asc' },
      }),
      // A reader of some legal entities alone does not see the other members.
      owners: scopeOf(role, 'reconciliation.read') === 'all' ? await listOwners(db) : [],
      today,
      canDecide: can(role, 'reconciliation.decide'),
    }
  })

export type CaseFrame = {
  picks: DifferencePick[]
  /** The order that is open beside the list or alone. */
  opened: DifferencePick | null
  owners: CaseOwner[]
  due: DueCases
  prerequisites: Prerequisites
  today: Day
  canDecide: boolean
}

/** The cases' part of the list of differences: the selectable rows of the page, and the next to expire. */
export const getCaseFrameFor = (
  viewer: Viewer,
  settlementIds: readonly string[],
  openId: string | null,
): Promise<CaseFrame> =>
  openFor(viewer, async (db, today) => {
    const { organizationId, role, timeZone } = viewer
    const canDecide = can(role, 'reconciliation.decide')
    const ids = openId && !settlementIds.includes(openId) ? [...settlementIds, openId] : settlementIds
    const picks = await listPicks(db, organizationId, ids, timeZone)
    return {
      picks: picks.filter(({ settlementId }) => settlementIds.includes(settlementId)),
      opened: picks.find(({ settlementId }) => settlementId === openId) ?? null,
      owners: canDecide ? await listOwners(db) : [],
      prerequisites: await getPrerequisites(db, organizationId, today),
      due: await sumDueCases(db, organizationId, addDays(today, SOON_DAYS)),
      today,
      canDecide,
    }
  })

export type CaseView = StoredCaseView & {
  orders: CaseOrderView[]
  events: CaseEventView[]
  files: CaseFileView[]
  owners: CaseOwner[]
  /** The part that has come back by itself, over all its orders. */
  returnedCents: bigint
  /** The text for the marketplace's chat, in its language. */
  claim: string
  today: Day
  canDecide: boolean
}

/** Null where the viewer sees no such case. */
export const getCaseFor = (viewer: Viewer, given: unknown): Promise<CaseView | null> =>
  openFor(viewer, async (db, today) => {
    const { organizationId, role } = viewer
    const id = asId(given)
    const matches = id ? await getCase(db, organizationId, id) : null
    if (!matches) return null
    const orders = await listCaseOrders(db, organizationId, matches.id)
    const canDecide = can(role, 'reconciliation.decide')
    return {
      ...matches,
      orders,
      events: await listCaseEvents(db, organizationId, matches.id),
      files: await listCaseFiles(db, organizationId, matches.id),
      owners: canDecide ? await listOwners(db) : [],
      returnedCents: orders.reduce((sum, order) => sum + order.returnedCents, 0n),
      claim: writeClaim(matches, orders),
      today,
      canDecide,
    }
  })

type Prerequisites = {
  /** From when the fee rule in force holds. */
  ruleFrom: Day | null
  /** Nothing has been settled yet. */
  isEmpty: boolean
}

async function getPrerequisites(db: Db, organizationId: string, today: Day): Promise<Prerequisites> {
  const [rule] = await db.$queryRaw<{ day: Day }[]>`
    SELECT from_day::text AS day FROM fee_rule WHERE organization_id = ${organizationId}::uuid AND platform::text = 'shopee' AND from_day <= ${today}::date
    ORDER BY from_day DESC LIMIT 1`
  const any = await db.settlement.findFirst({ where: { organizationId }, select: { id: true } })
  return { ruleFrom: rule?.day ?? null, isEmpty: any === null }
}
