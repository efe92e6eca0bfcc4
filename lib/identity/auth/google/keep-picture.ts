import 'server-only'
import { encodeAvatar } from '../../account/avatar'
import { callGlobal } from '@/lib/core/db'
import { env, isLoopback } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { callOut } from '@/lib/core/http/outbound'

const TIMEOUT_MS = 3000
const MAX_BYTES = 2 * 1_048_576

/** Google's own picture hosts; on this computer also who stands in for Google in tests. */
function isPictureHost({ protocol, hostname, host }: URL): boolean {
  if (protocol === 'https:' && hostname.endsWith('.googleusercontent.com')) return true
  const issuer = env().GOOGLE_ISSUER
  return isLoopback(issuer) && host === new URL(issuer).host
}

/**
 * The Google picture of a new person is their first one here, encoded again. A failure to get it prevents no sign-in.
 */
export async function keepGooglePicture(userId: string, address: string | undefined): Promise<void> {
  const url = address && URL.canParse(address) ? new URL(address) : null
  if (!url || !isPictureHost(url)) return
  try {
    const answer = await callOut(url.href, { allow: [url.host], timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    const image = answer.status === 200 ? await encodeAvatar(userId, answer.body) : null
    if (!image) return
    await callGlobal(
      Prisma.sql`SELECT set_avatar(${userId}::uuid, ${newId()}::uuid, ${Uint8Array.from(image)})::text AS done`,
    )
  } catch (error) {
    logger().warn({ err: error }, 'the picture of a Google account could not be kept')
  }
}
