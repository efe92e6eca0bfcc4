import 'server-only'
import { env, isLoopback } from '@/lib/core/env'
import { logger } from '@/lib/core/logging/logger'

/** At start: a public installation that trusts no proxy cannot tell its visitors apart, and so counts them all as one. */
export function warnOpenLimits(): void {
  if (env().TRUSTED_PROXIES > 0 || isLoopback(env().NEXTAUTH_URL)) return
  logger().warn(
    { address: env().NEXTAUTH_URL },
    'TRUSTED_PROXIES is 0 at a public address: limits count all strangers together',
  )
}
