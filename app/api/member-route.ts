import { NextResponse } from 'next/server'
import { env } from '@/lib/core/env'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { getMember, getWaitingMember, type Member } from '@/lib/identity/auth/member'
import { isOwnOrigin } from '@/lib/identity/auth/own-origin'
import { refuseRight } from '@/lib/identity/auth/watch-refusals'
import { can, type Right } from '@/lib/core/permissions'
import { limitCallsHere } from '@/lib/core/http/rate-limit'
import { reportError } from '@/lib/core/logging/report-error'

type Handler = (context: { member: Member; request: Request; params: Record<string, string> }) => Promise<Response>
type RouteContext = { params: Promise<Record<string, string>> }

const statuses: Partial<Record<ErrorCode, number>> = {
  signedOut: 401,
  permissionDenied: 403,
  secondFactorNeeded: 403,
  notFound: 404,
  organizationChanged: 409,
  keyReused: 409,
  buyerFileUnderWay: 409,
  tooManyRequests: 429,
  tooManyQuestions: 429,
  unexpected: 500,
  unavailable: 503,
}
/** Twenty a second of each process, all routes together: enough for many tabs, and a limit for uncached work. */
const personLimit = { name: 'route', points: 1200, seconds: 60 }
/** The headers of an answer that no cache keeps and no browser guesses the type of. */
export const notKept = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/**
 * A route handler of a signed-in member. Answers as actions do: {ok, data} or {ok: false, error}. The role test reads `entry`.
 * `isAskedByPage`: open pages ask it by themselves, which is no use of the session.
 */
export function memberRoute(permission: Right, handle: Handler, { isAskedByPage = false } = {}) {
  const route = async (request: Request, { params }: RouteContext): Promise<Response> => {
    try {
      if (request.method !== 'GET' && !isOwnOrigin(request.headers, env().NEXTAUTH_URL))
        throw new UserError('permissionDenied')
      const member = await (isAskedByPage ? getWaitingMember() : getMember())
      if (!member) throw new UserError('signedOut')
      await limitCallsHere(personLimit, member.userId)
      if (member.secondFactorMissing && permission !== 'ownAccount') throw new UserError('secondFactorNeeded')
      if (!can(member.role, permission)) throw await refuseRight(member, new URL(request.url).pathname, permission)
      const answer = await handle({ member, request, params: await params })
      if (request.method !== 'HEAD') return answer
      // Answered by what answers GET, whose body Next then neither reads nor closes.
      await answer.body?.cancel()
      return new Response(null, answer)
    } catch (error) {
      const reported = reportError(error, 'route failed')
      return NextResponse.json(
        { ok: false, ...reported },
        { status: statuses[reported.error] ?? 400, headers: notKept },
      )
    }
  }
  return Object.assign(route, { entry: { right: permission } })
}

export const answerJson = (data: unknown) => NextResponse.json({ ok: true, data }, { headers: notKept })
