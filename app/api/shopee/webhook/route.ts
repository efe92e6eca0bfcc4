import { setTimeout as wait } from 'node:timers/promises'
import { isTransient } from '@/lib/core/queue/is-transient'
import { logger } from '@/lib/core/logging/logger'
import { countWebhookEvent } from '@/lib/connect/sync/webhook-events/webhook-event-counts'
import { receiveWebhookEvent } from '@/lib/connect/sync/webhook-events/receive-webhook-event'
import { readBodyOrRefuse } from '@/lib/core/http/read-body'

export const dynamic = 'force-dynamic'

const MAX_BYTES = 256 * 1024
/** The platform gives up after three seconds and retries later; that distinguishes a busy database from a dead one. */
const PATIENCE_MS = 2500

const empty = (status: number) => new Response(null, { status })

/** The platform's pushes: kept and answered at once, worked off by the worker. */
export async function POST(request: Request): Promise<Response> {
  const body = await readBodyOrRefuse(request, MAX_BYTES)
  if (body instanceof Response) {
    countWebhookEvent('notWhole')
    return body
  }
  const kept = receiveWebhookEvent(body, request.headers.get('authorization')).catch((error: unknown) => {
    if (!isTransient(error)) logger().error({ err: error }, 'a push could not be kept')
    return 'failed' as const
  })
  const patience = new AbortController()
  const late = wait(PATIENCE_MS, 'failed' as const, { signal: patience.signal, ref: false }).catch(
    () => 'failed' as const,
  )
  const verdict = await Promise.race([kept, late])
  patience.abort()
  if (verdict === 'forged') return empty(401)
  return verdict === 'failed' ? empty(503) : empty(200)
}
