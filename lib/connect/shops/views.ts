import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import type { AdsDespite } from '@/lib/money/ads/coverage'
import { listAdsDespite } from '@/lib/money/ads/queries'
import { can, type Role } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { asDay } from '@/lib/core/database/days'
import { neverAuthorized } from '@/lib/sales/dispatch/never-authorized'
import { listMembers } from '@/lib/identity/organizations/queries'
import { listSyncProgress, type SyncProgress } from '../sync/streams/progress'
import {
  countWebhookEventsByOutcome,
  listShopWebhookEvents,
  type WebhookEventCount,
  type ShopWebhookEvents,
} from '../sync/webhook-events/webhook-event-counts'
import { webhookAddress } from '../sync/webhook-events/receive-webhook-event'
import { daysLeft, grantWarning, mayAuthorize } from './grant'
import { countUnmapped, listOpenEntities, listShops } from './queries'
import { authorizationProblems, shopWaits, type AuthorizationProblem, type ShopWait } from './schema'
import { findAllUncounted, type Uncounted } from './uncounted'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'legalEntityIds'>
type Query = Record<string, unknown>
type StoredShop = Awaited<ReturnType<typeof listShops>>[number]

const ENDING_MS = 7 * 86_400_000

export type ShopView = Omit<StoredShop, 'connectedBy' | 'noAdsFrom'> & {
  /** Since when it does not advertise, as somebody said; and what reports say was spent since all the same, for who reads costs. */
  noAdsFrom: Day | null
  adsDespite: AdsDespite | null
  /** The name of the authorizing member, as long as they are here. */
  connectedByName: string | null
  daysLeft: number | null
  warning: ReturnType<typeof grantWarning>
  /** May be authorized as it stands: it has a number, and a grant that is missing or near its end. */
  canAuthorize: boolean
  progress: SyncProgress | null
  unmapped: number
  /** Its webhook events of a week; null: none. */
  webhookEvents: ShopWebhookEvents | null
  /** Left out of what is sent; of a shop whose stock we set. */
  uncounted: Uncounted | null
}

/** `map` and `central`: may open the pages of mappings and of failures; `make`: may make products. */
export type ShopRights = { connect: boolean; sync: boolean; map: boolean; make: boolean; central: boolean }

export type ShopsView = {
  /** Those that are asked for, of so many. */
  shops: ShopView[]
  total: number
  waiting: ShopWait | null
  rights: ShopRights
  /** For the form; empty for who may not connect. */
  entities: { id: string; name: string }[]
  /** The members who may connect shops, for those who may not. */
  connectors: string[]
  /** The outcome of the way back from the platform. */
  outcome: { connected: string } | { failed: AuthorizationProblem } | null
  /** The form for a new shop is asked for by the address. */
  asksNew: boolean
  today: Day
  isSandbox: boolean
  /** The answers to calls of the installation's webhook address, for roles that may connect; null for others. */
  webhookAddress: { url: string; hasOwnKey: boolean; counts: WebhookEventCount[] } | null
  timeZone: string
  now: Date
}

export async function getShopsFor(viewer: Viewer, query: Query, now = new Date()): Promise<ShopsView> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'sales.read')) throw new UserError('permissionDenied')
  const rights = {
    connect: can(role, 'shop.connect'),
    sync: can(role, 'platform.push'),
    map: can(role, 'listing.map'),
    make: can(role, 'product.write'),
    central: can(role, 'dispatch.work'),
  }
  const result = await withOrganization(viewer, async (db) => {
    const stored = await listShops(db, organizationId)
    return {
      stored,
      uncounted: await findAllUncounted(db, organizationId, stored),
      progress: await listSyncProgress(db, organizationId, now),
      unmapped: await countUnmapped(db, organizationId),
      entities: rights.connect ? await listOpenEntities(db, organizationId) : [],
      people: await listPeople(db),
      webhookEvents: await listShopWebhookEvents(db),
      adsDespite: can(role, 'money.read') ? await listAdsDespite(db, organizationId) : [],
      unauthorized: await listUnauthorized(db, organizationId),
      pushCounts: rights.connect ? await countWebhookEventsByOutcome(db) : [],
    }
  })
  const shops = result.stored.map(({ connectedBy, noAdsFrom, ...shop }) => ({
    ...shop,
    noAdsFrom: noAdsFrom && asDay(noAdsFrom),
    adsDespite: result.adsDespite.find(({ shopId }) => shopId === shop.id) ?? null,
    connectedByName: result.people.find(({ userId }) => userId === connectedBy)?.displayName ?? null,
    daysLeft: shop.status !== 'pending' && shop.grantEndsAt ? daysLeft(shop.grantEndsAt, now) : null,
    warning: grantWarning(shop, now),
    canAuthorize: mayAuthorize(shop, now),
    progress: result.progress.get(shop.id) ?? null,
    unmapped: result.unmapped.get(shop.id) ?? 0,
    uncounted: result.uncounted.get(shop.id) ?? null,
    webhookEvents: result.webhookEvents.get(shop.id) ?? null,
  }))
  const waiting = shopWaits.find((known) => known === query.waiting) ?? null
  return {
    shops: waiting
      ? shops.filter((shop) => isWaiting(shop, waiting, { now, unauthorized: result.unauthorized }))
      : shops,
    total: shops.length,
    waiting,
    rights,
    entities: result.entities,
    connectors: rights.connect ? [] : namesOf(result.people, (other) => can(other, 'shop.connect')),
    outcome: outcomeOf(query, shops),
    asksNew: rights.connect && query.new === '1',
    today: localDay(now, timeZone),
    isSandbox: env().SHOPEE_SANDBOX,
    webhookAddress: rights.connect
      ? { url: webhookAddress(), hasOwnKey: Boolean(env().SHOPEE_PUSH_PARTNER_KEY), counts: result.pushCounts }
      : null,
    timeZone,
    now,
  }
}

const listUnauthorized = async (db: Db, organizationId: string): Promise<Set<string>> => {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT s.id::text AS id FROM shop s WHERE s.organization_id = ${organizationId}::uuid AND ${neverAuthorized}`
  return new Set(rows.map(({ id }) => id))
}

type Waiting = { now: Date; unauthorized: ReadonlySet<string> }

/** As the day's work counts them. */
function isWaiting({ id, status, grantEndsAt }: ShopView, waiting: ShopWait, { now, unauthorized }: Waiting): boolean {
  if (waiting === 'expired') return status === 'expired'
  if (waiting === 'unauthorized') return unauthorized.has(id)
  if (waiting === 'authorized') return status === 'active'
  return status === 'active' && grantEndsAt !== null && grantEndsAt.getTime() <= now.getTime() + ENDING_MS
}

type Person = { userId: string; displayName: string; role: Role }
const listPeople = (db: Db): Promise<Person[]> => listMembers(db)

const namesOf = (people: Person[], isMeant: (role: Role) => boolean) =>
  people.filter(({ role }) => isMeant(role)).map(({ displayName }) => displayName)

// Addresses are typed and shared: a shop counts as connected only where it is.
function outcomeOf({ connected, failed }: Query, shops: ShopView[]): ShopsView['outcome'] {
  if (failed) return { failed: authorizationProblems.find((known) => known === failed) ?? 'shopConnectFailed' }
  const shop = shops.find(({ id, status }) => id === connected && status === 'active')
  return shop ? { connected: shop.name } : null
}
