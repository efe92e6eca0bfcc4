import 'server-only'
import type { Actor, Db } from '../db'
import { newId } from '../ids'
import type { AuditEventName } from './events'

export type Change = {
  event: AuditEventName
  /** The record that changed; its kind is the part of `event` before the dot. */
  subjectId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** When, where that is not now. */
  at?: Date
}

const PERSONAL = new Set([
  'passwordHash',
  'password',
  'token',
  'secret',
  'customerName',
  'buyer',
  'email',
  'phone',
  'document',
  'address',
])

/**
 * Writes the audit log's entry in the caller's transaction. Secrets and personal data are left out; cents and dates become text.
 * The worker adds it to the hash chain (lib/insight/audit-log/chain-audit-log.ts).
 */
export const recordAudit = (db: Db, actor: Actor, change: Change): Promise<void> => recordAudits(db, actor, [change])

/** The same for many changes of one call, in one statement: thousands of rows would be as many parameters to it. */
export async function recordAudits(db: Db, actor: Actor, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ event, subjectId, before, after, at = actor.at }) => ({
    id: newId(),
    event,
    subject: subjectId,
    before: plainOf(before),
    after: plainOf(after),
    at,
  }))
  await db.$executeRaw`
    INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, session_id, token_id, event, subject_kind, subject_id, before, after)
    SELECT ${actor.organizationId}::uuid, x.id, coalesce(x.at, now()), ${actor.kind}::"ActorKind", ${actor.userId}::uuid, ${actor.sessionId ?? null}::uuid,
      ${actor.tokenId ?? null}::uuid, x.event, split_part(x.event, '.', 1), x.subject, nullif(x.before, 'null'), nullif(x.after, 'null')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(id uuid, event text, subject text, before jsonb, after jsonb, at timestamptz)`
}

/** The audited fields of a record. */
export function plainOf(value: Record<string, unknown> | undefined): object | null {
  if (!value) return null
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (PERSONAL.has(key)) return undefined
    return typeof inner === 'bigint' ? inner.toString() : inner
  })
  return JSON.parse(text) as object
}
