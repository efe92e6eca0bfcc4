import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Db } from '@/lib/core/db'
import { systemActor } from '@/lib/core/queue/task'
import { logger } from '@/lib/core/logging/logger'
import { notifyWebhookDisabled } from '@/lib/identity/notices/causes'
import { DAYS_TO_DISABLE } from './schema'
import type { Due, Outcome } from './send'

const minute = 60_000
/** The waits before each retry of a delivery: the last attempt is made about a day after the first. */
export const WAITS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute)
// The backoff of an address that fails.
const LONGEST_REST_MS = 10 * minute
const FIRST_REST_MS = 15_000

const spread = (ms: number) => Math.round(ms * (0.9 + Math.random() / 5))
const restMs = (failures: number) => Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures - 1, 10))

/** Keeps what came of an attempt, and what that means for the next ones. */
export async function recordOutcome(organizationId: string, due: Due, outcome: Outcome, now = new Date()) {
  await withOrganization({ organizationId }, async (db) => {
    // First the address, as those who change or remove it do.
    const [endpoint] = await db.$queryRaw<EndpointStatus[]>`
      SELECT failures, failing_since AS "failingSince", state::text AS state, url FROM webhook_endpoint
      WHERE organization_id = ${organizationId}::uuid AND id = ${due.endpointId}::uuid FOR UPDATE`
    if (!endpoint) return
    const { ok, status, problem, said, tookMs } = outcome
    const wait = WAITS_MS[due.attempts - 1]
    await db.webhookDelivery.updateMany({
      where: { organizationId, id: due.id, state: 'waiting' },
      data: {
        status,
        problem,
        said,
        tookMs,
        state: ok ? 'delivered' : wait === undefined ? 'failed' : 'waiting',
        ...(!ok && wait !== undefined && { dueAt: new Date(now.getTime() + spread(wait)) }),
      },
    })
    const where = { organizationId_id: { organizationId, id: due.endpointId } }
    if (ok)
      await db.webhookEndpoint.update({
        where,
        data: { failures: 0, failingSince: null, restsUntil: null },
        select: { id: true },
      })
    else await keepFailure(db, organizationId, due.endpointId, endpoint, now)
  })
  if (outcome.problem === 'failed')
    logger().error({ organizationId, deliveryId: due.id }, 'a webhook could not be sent')
}

type EndpointStatus = { failures: number; failingSince: Date | null; state: string; url: string }

async function keepFailure(db: Db, organizationId: string, id: string, before: EndpointStatus, now: Date) {
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? now
  const isOver =
    before.state === 'active' && now.getTime() - failingSince.getTime() >= DAYS_TO_DISABLE * 24 * 60 * minute
  await db.webhookEndpoint.update({
    where: { organizationId_id: { organizationId, id } },
    data: {
      failures,
      failingSince,
      restsUntil: new Date(now.getTime() + spread(restMs(failures))),
      ...(isOver && { state: 'disabled' }),
    },
    select: { id: true },
  })
  if (!isOver) return
  await db.webhookDelivery.updateMany({
    where: { organizationId, endpointId: id, state: 'waiting' },
    data: { state: 'failed' },
  })
  await recordAudit(db, systemActor(organizationId), {
    event: 'webhook.disabled',
    subjectId: id,
    after: { failingSince },
  })
  await notifyWebhookDisabled(db, organizationId, id, before.url, failingSince)
}
