import { receiveNotice } from '@/lib/assist/agent-tasks/receive-notice'
import { UserError } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'
import { readBodyOrRefuse } from '@/lib/core/http/read-body'

export const dynamic = 'force-dynamic'

const MAX_BYTES = 64 * 1024
const empty = (status: number) => new Response(null, { status })

/** Notices of the second assistant: kept and answered at once, worked off by the worker. One that came before is answered and does nothing. */
export async function POST(request: Request): Promise<Response> {
  const body = await readBodyOrRefuse(request, MAX_BYTES)
  if (body instanceof Response) return body
  try {
    const verdict = await receiveNotice({
      organization: new URL(request.url).searchParams.get('organization'),
      body,
      signature: request.headers.get('x-webhook-signature'),
      timestamp: request.headers.get('x-webhook-timestamp'),
    })
    return empty(verdict === 'forged' ? 401 : 200)
  } catch (error) {
    if (error instanceof UserError && error.code === 'tooManyRequests') return empty(429)
    logger().error({ err: error }, 'a notice of the second assistant could not be kept')
    return empty(503)
  }
}
