import 'server-only'
import { env } from '@/lib/core/env'
import { logger } from '@/lib/core/logging/logger'
import { keepInProcess } from '@/lib/core/process/process-state'

/** Origins are the callers' words: so many are logged in an hour, each once. */
const MOST_WARNED = 20
const HOUR_MS = 3_600_000
const warnedAddresses = keepInProcess(new Set<string>())
let since = 0

/**
 * Warns of a request that was refused for its origin although its browser does not call it another site's: its page was
 * opened at an address that NEXTAUTH_URL does not name, as with a www. before it, and no action works on it.
 */
export function warnOfOtherAddress(headers: Headers): void {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (origin === null || (site !== null && site !== 'same-origin')) return
  if (Date.now() - since > HOUR_MS) {
    warnedAddresses.clear()
    since = Date.now()
  }
  if (warnedAddresses.has(origin) || warnedAddresses.size >= MOST_WARNED) return
  warnedAddresses.add(origin)
  logger().warn(
    { origin: origin.slice(0, 200), address: env().NEXTAUTH_URL },
    'refused: the page was opened at another address than NEXTAUTH_URL; lead people there, or set it to the address they use',
  )
}
