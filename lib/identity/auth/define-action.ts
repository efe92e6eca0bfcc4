import 'server-only'
import { createHash } from 'node:crypto'
import { headers } from 'next/headers'
import { z } from 'zod'
import type { Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { UserError, type ActionResult } from '@/lib/core/errors'
import { countAction } from '@/lib/core/telemetry/telemetry'
import { parseInput } from '@/lib/core/http/parse-input'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { reportError } from '@/lib/core/logging/report-error'
import { actionBegins } from './action-requests'
import { clientNetwork } from './client-network'
import { callsOf } from './limits'
import { actorOf, getMember, getPerson } from './member'
import { isOwnOrigin } from './own-origin'
import { can, type Right } from '@/lib/core/permissions'
import { renewSession } from './renew-session'
import { refuseRight } from './watch-refusals'

/** Every form says for which organization it was rendered, and carries a key made with it. */
const envelopeSchema = z.strictObject({
  organizationId: z.uuid(),
  idempotencyKey: z.uuid().optional(),
})
export type Envelope = z.input<typeof envelopeSchema>
/**
 * The action's name, the right it demands and its input, readable on the action itself: the tests of roles and of
 * foreign ids walk over all of them.
 */
export type ActionEntry = { name: string; right: Right | null; schema: z.ZodObject }
export type MemberAction<I, T> = ((envelope: Envelope, input: I) => Promise<ActionResult<T>>) & { entry?: ActionEntry }
export type PublicAction<I, T> = ((input: I) => Promise<ActionResult<T>>) & { entry?: ActionEntry }

/** The scope of an idempotency key. Written out, since the names of functions do not survive a build. */
type ActionName = `${string}.${string}`

const ACTION_LIMIT: CallLimit = { name: 'action', points: 600, seconds: 60 }

/**
 * The one wrapper of every mutation: session, the organization the form was rendered for, role, limit, shape, then the handler.
 * A UserError gives its code, a database that is away `unavailable`; whatever else is thrown is logged once under a reference and
 * becomes `unexpected`.
 */
export function memberAction<S extends z.ZodObject, T>(
  schema: S,
  handler: (actor: Actor, input: z.output<S>) => Promise<T>,
  { name, permission, limit = ACTION_LIMIT }: { name: ActionName; permission: Right; limit?: CallLimit },
): MemberAction<z.input<S>, T> {
  const strict = schema.strict()
  const action: MemberAction<z.input<S>, T> = async (envelope, input) =>
    answer(async () => {
      const member = await getMember()
      if (!member) throw new UserError('signedOut')
      const { organizationId, idempotencyKey } = parseInput(envelopeSchema, envelope)
      if (organizationId !== member.organizationId) throw new UserError('organizationChanged')
      if (member.renewalDue) await renewSession(member)
      if (member.secondFactorMissing && permission !== 'ownAccount') throw new UserError('secondFactorNeeded')
      if (!can(member.role, permission)) throw await refuseRight(member, name, permission)
      await limitCalls(limit, member.userId)
      const parsed = parseInput(strict, input) as z.output<S>
      const request = idempotencyKey && {
        route: name,
        key: idempotencyKey,
        bodyHash: hashBody(parsed),
      }
      return handler({ ...actorOf(member), ...(request && { request }) }, parsed)
    })
  return Object.assign(action, { entry: { name, right: permission, schema: strict } })
}

/**
 * As memberAction, for who may not be signed in. The limit counts a living session by its user, so that strangers never
 * use up a member's calls, and everybody else by network. `null`: the handler counts by itself.
 */
export function publicAction<S extends z.ZodObject, T>(
  schema: S,
  handler: (input: z.output<S>) => Promise<T>,
  { name, limit = callsOf(name) }: { name: string; limit?: CallLimit | null },
): PublicAction<z.input<S>, T> {
  const strict = schema.strict()
  const action: PublicAction<z.input<S>, T> = async (input) =>
    answer(async () => {
      if (limit) await limitCalls(limit, (await getPerson())?.userId ?? (await clientNetwork()))
      return handler(parseInput(strict, input) as z.output<S>)
    })
  return Object.assign(action, { entry: { name, right: null, schema: strict } })
}

async function answer<T>(run: () => Promise<T>): Promise<ActionResult<T>> {
  actionBegins()
  try {
    if (!isOwnOrigin(await headers(), env().NEXTAUTH_URL)) throw new UserError('permissionDenied')
    const data = await run()
    countAction('done')
    return { ok: true, data }
  } catch (error) {
    if (isFrameworkSignal(error)) {
      countAction('done')
      throw error
    }
    const reported = reportError(error, 'action failed')
    // Only an unexpected failure has a reference.
    countAction(reported.reference ? 'failed' : 'refused')
    return { ok: false, ...reported }
  }
}

/** Stored for a day: without passwords, which a thief of the database would guess by it, and which are checked at each repeat. */
const UNHASHED = new Set(['password', 'newPassword'])

const hashBody = (input: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(input, (name, value: unknown) => (UNHASHED.has(name) ? undefined : asJson(value))))
    .digest()

const asJson = (value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

// redirect() and notFound() travel as errors with a digest of the framework's own.
const isFrameworkSignal = (error: unknown) =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' && error.digest.startsWith('NEXT_')
