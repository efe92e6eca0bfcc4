import 'server-only'
import { headers } from 'next/headers'
import { env, isLoopback } from '@/lib/core/env'

/**
 * Whether the installation stands on this computer and the request names it. Best effort as to the request, since a client can
 * name any host: what keeps this away from others is that NEXTAUTH_URL is loopback.
 */
export async function cameToThisComputer(): Promise<boolean> {
  if (!isLoopback(env().NEXTAUTH_URL)) return false
  const host = (await headers()).get('host')
  return !host || (URL.canParse(`http://${host}`) && isLoopback(`http://${host}`))
}
