import { receiveNotice } from '@/lib/agent-tasks/receive-notice'
import { logger } from '@/lib/logger'
import { readBody } from '@/lib/read-body'

export const dynamic = 'force-dynamic'

const MAX_BYTES = 64 * 1024
const empty = (status: number) => new Response(null, { status })

/** Notices of the second assistant: kept and answered at once, worked off by the worker. One that came before is answered and does nothing. */
export async function POST(request: Request): Promise<Response> {
  const body = await readBody(request, MAX_BYTES)
  if (!body) return empty(413)
  try {
    const verdict = await receiveNotice({
      organization: new URL(request.url).searchParams.get('organization'),
      body,
      signature: request.headers.get('x-webhook-signature'),
      timestamp: request.headers.get('x-webhook-timestamp'),
    })
    return empty(verdict === 'forged' ? 401 : 200)
  } catch (error) {
    logger().error({ err: error }, 'a notice of the second assistant could not be kept')
    return empty(503)
  }
}
