import { getMember } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { securityPath, signInPath } from '@/lib/identity/auth/return-path'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'
import { returnPathOf } from '@/lib/connect/shops/authorize'
import { finishAuthorization } from '@/lib/connect/shops/finish-authorization'

export const dynamic = 'force-dynamic'

/** Where the platform sends the browser back to. Answers with a page of ours in every case, so that no code stays in the address. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams
  const page = returnPathOf(query.get('state'))
  const member = await getMember()
  if (!member) return goTo(signInPath(page))
  if (member.secondFactorMissing) return goTo(securityPath)
  if (!can(member.role, 'shop.connect')) return goTo(page, { failed: 'shopPermissionDenied' })
  try {
    const { shopId } = await finishAuthorization(member, Object.fromEntries(query))
    return goTo(page, { connected: shopId })
  } catch (error) {
    if (error instanceof UserError) return goTo(page, { failed: error.code })
    logger().error({ err: error }, 'shop callback failed')
    return goTo(page, { failed: 'shopConnectFailed' })
  }
}

function goTo(path: string, outcome?: Record<string, string>): Response {
  const address = new URL(path, env().NEXTAUTH_URL)
  if (outcome) address.search = new URLSearchParams(outcome).toString()
  return new Response(null, {
    status: 303,
    headers: {
      location: address.toString(),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}
