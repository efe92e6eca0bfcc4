import 'server-only'
import type { Actor, Db } from '../db'
import { Prisma } from '../generated/prisma/client'
import { newId } from '../ids'
import type { AuditEventName } from './events'

type Change = {
  event: AuditEventName
  /** The record that changed; its kind is the part of `event` before the dot. */
  subjectId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
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

/** Writes the trail's row in the caller's transaction. Secrets and personal data are left out; cents and dates become text. */
export async function recordAudit(db: Db, actor: Actor, { event, subjectId, before, after }: Change): Promise<void> {
  await db.auditEvent.create({
    data: {
      organizationId: actor.organizationId,
      id: newId(),
      actorKind: actor.kind,
      actorId: actor.userId,
      sessionId: actor.sessionId ?? null,
      event,
      subjectKind: event.slice(0, event.indexOf('.')),
      subjectId,
      before: toPlain(before),
      after: toPlain(after),
    },
    select: { id: true },
  })
}

function toPlain(value: Record<string, unknown> | undefined) {
  if (!value) return Prisma.DbNull
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (PERSONAL.has(key)) return undefined
    return typeof inner === 'bigint' ? inner.toString() : inner
  })
  return JSON.parse(text) as Prisma.InputJsonObject
}
