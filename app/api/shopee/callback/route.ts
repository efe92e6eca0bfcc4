import { getMember } from '@/lib/auth/member'
import { can } from '@/lib/auth/permissions'
import { signInPath } from '@/lib/auth/return-path'
import { env } from '@/lib/env'
import { UserError } from '@/lib/errors'
import { logger } from '@/lib/logger'
import { finishAuthorization } from '@/lib/shops/finish-authorization'
import { shopsPath } from '@/lib/shops/schema'

export const dynamic = 'force-dynamic'

/** Where the platform sends the browser back to. Answers with a page of ours in every case, so that no code stays in the address. */
export async function GET(request: Request): Promise<Response> {
  const member = await getMember()
  if (!member) return goTo(signInPath(shopsPath))
  if (!can(member.role, 'shop.connect')) return failed('shopPermissionDenied')
  try {
    const { shopId } = await finishAuthorization(member, Object.fromEntries(new URL(request.url).searchParams))
    return goTo(`${shopsPath}?${new URLSearchParams({ connected: shopId }).toString()}`)
  } catch (error) {
    if (error instanceof UserError) return failed(error.code)
    logger().error({ err: error }, 'shop callback failed')
    return failed('shopConnectFailed')
  }
}

const failed = (code: string) => goTo(`${shopsPath}?${new URLSearchParams({ failed: code }).toString()}`)

const goTo = (path: string) =>
  new Response(null, {
    status: 303,
    headers: {
      location: new URL(path, env().NEXTAUTH_URL).toString(),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  })
