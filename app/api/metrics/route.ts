import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/core/env'
import { getMetricsText } from '@/lib/core/telemetry/exposition'

export const dynamic = 'force-dynamic'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** For who runs the installation, by a token of their own; without one there is no such page. */
export async function GET(request: Request) {
  const { METRICS_TOKEN } = env()
  if (!METRICS_TOKEN) return new Response(null, { status: 404 })
  const given = hashOf(request.headers.get('authorization') ?? '')
  if (!timingSafeEqual(given, hashOf(`Bearer ${METRICS_TOKEN}`)))
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  return new Response(await getMetricsText(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  })
}
