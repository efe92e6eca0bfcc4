import { getMember } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { securityPath, signInPath } from '@/lib/identity/auth/return-path'
import { finishConnecting } from '@/lib/connect/drive/connect'
import { drivePath } from '@/lib/connect/drive/schema'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'

export const dynamic = 'force-dynamic'

/** Where Google sends the browser back to. Answers with a page of ours in every case, so that no code stays in the address. */
export async function GET(request: Request): Promise<Response> {
  const member = await getMember()
  if (!member) return goTo(signInPath(drivePath))
  if (member.secondFactorMissing) return goTo(securityPath)
  if (!can(member.role, 'integration.manage')) return goTo(drivePath)
  try {
    const { folder } = await finishConnecting(member, Object.fromEntries(new URL(request.url).searchParams))
    return goTo(`${drivePath}?connected=1${folder === 'notFound' ? '&failed=driveFolderNotFound' : ''}`)
  } catch (error) {
    const code = error instanceof UserError ? error.code : 'driveUnavailable'
    if (!(error instanceof UserError)) logger().error({ err: error }, 'drive callback failed')
    return goTo(`${drivePath}?${new URLSearchParams({ failed: code }).toString()}`)
  }
}

const goTo = (path: string) =>
  new Response(null, {
    status: 303,
    headers: {
      location: new URL(path, env().NEXTAUTH_URL).toString(),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  })
