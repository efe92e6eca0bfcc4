import 'server-only'
import { UserError } from '@/lib/core/errors'
import type { Db, Scope } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { ShopeeError } from '@/lib/shopee/errors'
import { DispatchProblem } from '../dispatch/dispatch-orders'
import type { SyncOperation } from '../schema'
import { storedText } from '@/lib/core/stored-json'

export type Failure = {
  shopId: string
  operation: SyncOperation
  /** The platform's id of the subject, or ours where it has none. */
  subject: string
  error: unknown
  /** The platform's words, where the error does not have them. */
  text?: string
  /** Trying again by itself would fail the same way: a person decides. */
  isFinal?: boolean
}

export const ATTEMPTS = 8
const FIRST_WAIT_SECONDS = 10
const LONGEST_WAIT_SECONDS = 6 * 3600

/** Ten seconds, and three times as long after each further attempt. */
export const retryAfterSeconds = (attempts: number) =>
  Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 3 ** Math.min(attempts - 1, 10))

/** The stored part of an error: our code for it and the platform's words, never a parameter or a value. */
export function describeFailure(error: unknown): { code: string; platformError: string | null; text: string | null } {
  if (error instanceof ShopeeError)
    return { code: error.kind, platformError: error.code || null, text: error.text.slice(0, 500) || null }
  if (error instanceof DispatchProblem) return { code: error.problem, platformError: null, text: error.text }
  if (error instanceof UserError) return { code: error.code, platformError: null, text: null }
  if (typeof error === 'string') return { code: error, platformError: null, text: null }
  return { code: 'unexpected', platformError: null, text: null }
}

/** As it is kept: an id of the platform may be any text, of any length. */
const subjectOf = (subject: string) => storedText(subject, 100)

/** Counts one more attempt that failed; after the last one only a person tries again. */
export async function noteFailure(db: Db, { organizationId }: Scope, failure: Failure): Promise<void> {
  const { shopId, operation, isFinal = false } = failure
  const subject = subjectOf(failure.subject)
  const { code, ...said } = describeFailure(failure.error)
  const platformError = said.platformError && storedText(said.platformError, 100)
  const words = said.text ?? failure.text ?? null
  const text = words && storedText(words, 500)
  await db.$executeRaw`
    INSERT INTO sync_failure AS f (organization_id, id, shop_id, operation, subject, error_code, platform_error, platform_text, state, next_at)
    VALUES (${organizationId}::uuid, ${newId()}::uuid, ${shopId}::uuid, ${operation}, ${subject}, ${code}, ${platformError}, ${text},
      CASE WHEN ${isFinal} THEN 'dead' ELSE 'waiting' END::"FailureState",
      CASE WHEN ${isFinal} THEN NULL ELSE now() + make_interval(secs => ${retryAfterSeconds(1)}) END)
    ON CONFLICT (organization_id, shop_id, operation, subject) DO UPDATE SET
      error_code = excluded.error_code, platform_error = excluded.platform_error, platform_text = excluded.platform_text, last_at = now(),
      first_at = CASE WHEN f.state = 'resolved' THEN now() ELSE f.first_at END,
      attempts = CASE WHEN f.state = 'resolved' THEN 1 ELSE f.attempts + 1 END,
      state = CASE WHEN ${isFinal} OR (f.state <> 'resolved' AND f.attempts + 1 >= ${ATTEMPTS}) THEN 'dead' ELSE 'waiting' END::"FailureState",
      next_at = CASE WHEN ${isFinal} OR (f.state <> 'resolved' AND f.attempts + 1 >= ${ATTEMPTS}) THEN NULL
        WHEN f.state = 'resolved' THEN now() + make_interval(secs => ${retryAfterSeconds(1)})
        ELSE now() + make_interval(secs => least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * 3 ^ least(f.attempts, 10))) END`
}

type Subjects = Pick<Failure, 'shopId' | 'operation'> & { subjects: readonly string[] }

/** A success resolves the failure. Most subjects never had one: then nothing is written. */
export async function resolveFailures(db: Db, { organizationId }: Scope, done: Subjects): Promise<void> {
  const { shopId, operation, subjects } = done
  if (subjects.length === 0) return
  await db.syncFailure.updateMany({
    where: { organizationId, shopId, operation, subject: { in: subjects.map(subjectOf) }, state: { not: 'resolved' } },
    data: { state: 'resolved', nextAt: null },
  })
}
