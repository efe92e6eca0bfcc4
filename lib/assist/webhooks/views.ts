import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DeliveryState, WebhookState } from '@/lib/generated/prisma/enums'
import { isInstant, asId, firstOf, type Page, type Query } from '@/lib/core/keyset'
import { callProblems, type CallProblem } from './send'

type Viewer = Pick<Member, 'organizationId' | 'role' | 'legalEntityIds'>

export type EndpointRow = {
  id: string
  url: string
  kinds: string[]
  state: WebhookState
  failingSince: Date | null
  formerUntil: Date | null
  createdAt: Date
  waiting: number
  lastDeliveredAt: Date | null
}
export type DeliveryRow = {
  id: string
  eventId: string
  kind: string
  state: DeliveryState
  attempts: number
  status: number | null
  problem: CallProblem | null
  said: string | null
  tookMs: number | null
  triedAt: Date | null
  dueAt: Date
  createdAt: Date
}
export type WebhooksView = { endpoints: EndpointRow[]; chosen: EndpointRow | null; log: Page<DeliveryRow> | null }

const PAGE_SIZE = 25

/** The addresses, and the deliveries of the chosen one. */
export async function getWebhooksFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<WebhooksView> {
  if (!can(viewer.role, 'integration.manage')) throw new UserError('permissionDenied')
  return withOrganization(viewer, async (db) => {
    const endpoints = await listEndpoints(db, viewer.organizationId)
    const openId = asId(firstOf(query.webhook))
    const chosen = endpoints.find(({ id }) => id === openId) ?? endpoints[0] ?? null
    return {
      endpoints,
      chosen,
      log: chosen && (await listDeliveries(db, viewer.organizationId, chosen.id, query, size)),
    }
  })
}

const listEndpoints = (db: Db, organizationId: string) => db.$queryRaw<EndpointRow[]>`
  SELECT e.id, e.url, e.kinds, e.state::text AS state, e.failing_since AS "failingSince", e.created_at AS "createdAt",
    CASE WHEN e.former_until > now() THEN e.former_until END AS "formerUntil",
    (SELECT count(*)::int FROM webhook_delivery d WHERE d.organization_id = e.organization_id AND d.endpoint_id = e.id AND d.state = 'waiting') AS waiting,
    (SELECT d.tried_at FROM webhook_delivery d WHERE d.organization_id = e.organization_id AND d.endpoint_id = e.id AND d.state = 'delivered'
      ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS "lastDeliveredAt"
  FROM webhook_endpoint e WHERE e.organization_id = ${organizationId}::uuid ORDER BY e.created_at, e.id`

type StoredRow = DeliveryRow & { place: string }

async function listDeliveries(db: Db, organizationId: string, endpointId: string, query: Query, size: number) {
  const cursor = { after: firstOf(query.after), before: firstOf(query.before) }
  const wanted = requestPage(cursor, size, { isPlace: isInstant })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`d.created_at`, Prisma.sql`d.id`, Prisma.sql`timestamptz`)
  const rows = await db.$queryRaw<StoredRow[]>`
    SELECT d.id, d.event_id AS "eventId", v.kind, d.state::text AS state, d.attempts, d.status, d.problem, d.said, d.took_ms AS "tookMs",
      d.tried_at AS "triedAt", d.due_at AS "dueAt", d.created_at AS "createdAt", to_json(d.created_at)#>>'{}' AS place
    FROM webhook_delivery d JOIN outgoing_event v ON v.organization_id = d.organization_id AND v.id = d.event_id
    WHERE d.organization_id = ${organizationId}::uuid AND d.endpoint_id = ${endpointId}::uuid ${beyond}
    ORDER BY d.created_at ${order}, d.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, ({ place, id }) => ({ value: place, id }))
  return { ...page, rows: page.rows.map(asRow) }
}

const asRow = ({ place: _, problem, ...row }: StoredRow): DeliveryRow => ({
  ...row,
  problem: callProblems.find((known) => known === problem) ?? null,
})
