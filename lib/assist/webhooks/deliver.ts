import 'server-only'
import { callGlobal, withOrganization, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { enqueueInTurn } from '@/lib/core/queue/task'
import { recordOutcome } from './outcome'
import { sendDelivery, type Due } from './send'

const AT_ONCE = 5
const RUN_MS = 20_000
/** Longer than a call may take: what was begun and not ended by then is begun again. */
const LEASE_SECONDS = 60

/**
 * The worker does this every few seconds: a job for each address with something due; one of a company at a time, so
 * that slow ones delay no other.
 */
export async function requestDeliveries(): Promise<void> {
  const due = await callGlobal<{ organizationId: string; endpointId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId", endpoint_id AS "endpointId" FROM list_due_webhooks()`,
  )
  for (const { organizationId, endpointId } of due) {
    const [key, queue] = [endpointId, organizationId].map((id) => `deliver-webhooks:${id}`) as [string, string]
    await withOrganization({ organizationId }, (db) =>
      enqueueInTurn(db, 'deliver-webhooks', { endpointId }, { key, queue }),
    )
  }
}

/**
 * Sends the due events to one address, a few at once. After a failure it pauses, so that an unreachable one delays no
 * other.
 */
export async function deliverDue(organizationId: string, endpointId: string): Promise<number> {
  const until = Date.now() + RUN_MS
  let delivered = 0
  for (;;) {
    const due = await withOrganization({ organizationId }, (db) => takeDue(db, organizationId, endpointId))
    const outcomes = await Promise.all(
      due.map(async (one) => {
        const outcome = await sendDelivery(organizationId, one)
        await recordOutcome(organizationId, one, outcome)
        return outcome.ok
      }),
    )
    delivered += outcomes.filter(Boolean).length
    if (due.length < AT_ONCE || outcomes.includes(false) || Date.now() > until) return delivered
  }
}

/** Counts the attempt before it is made, and lends it: a worker that dies in between leaves it to the next. */
const takeDue = (db: Db, organizationId: string, endpointId: string) =>
  db.$queryRaw<Due[]>`
    WITH due AS MATERIALIZED (
      SELECT w.id FROM webhook_delivery w
      JOIN webhook_endpoint e ON e.organization_id = w.organization_id AND e.id = w.endpoint_id AND e.state = 'active'
      WHERE w.organization_id = ${organizationId}::uuid AND w.endpoint_id = ${endpointId}::uuid AND w.state = 'waiting' AND w.due_at <= now()
        AND (e.rests_until IS NULL OR e.rests_until <= now())
      ORDER BY w.due_at, w.id LIMIT ${AT_ONCE} FOR UPDATE OF w SKIP LOCKED
    ), taken AS (
      UPDATE webhook_delivery d SET attempts = d.attempts + 1, tried_at = now(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM due
      WHERE d.organization_id = ${organizationId}::uuid AND d.id = due.id
      RETURNING d.*
    )
    SELECT t.id, t.attempts, t.endpoint_id AS "endpointId", e.url, e.secret, v.id AS "eventId", v.kind, v.data, v.created_at AS "createdAt",
      CASE WHEN e.former_until > now() THEN e.former_secret END AS "formerSecret"
    FROM taken t
    JOIN webhook_endpoint e ON e.organization_id = t.organization_id AND e.id = t.endpoint_id
    JOIN outgoing_event v ON v.organization_id = t.organization_id AND v.id = t.event_id
    ORDER BY v.created_at, v.id`
