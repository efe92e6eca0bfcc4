import 'server-only'
import type { AuditEventName } from '@/lib/core/audit/events'
import { recordAudit } from '@/lib/core/audit/record'
import type { Day } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate, asDay } from '@/lib/core/database/days'
import { Prisma } from '@/lib/generated/prisma/client'
import type { CaseState } from '@/lib/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { requireAhead } from './require-ahead'
import { requireOwner } from './require-owner'
import type { FileCasesInput, MoveCaseInput, NoteCaseInput, UpdateCaseInput } from './schema'
import { canStep, isClosed } from './states'

const caseFields = {
  number: true,
  shopId: true,
  state: true,
  amountCents: true,
  recoveredCents: true,
  protocol: true,
  ownerId: true,
  deadline: true,
  reason: true,
} as const satisfies Prisma.RecoveryCaseSelect
type StoredCase = Prisma.RecoveryCaseGetPayload<{ select: typeof caseFields }>
type Change = {
  event: AuditEventName
  data: Prisma.RecoveryCaseUncheckedUpdateManyInput
  notice?: { state: CaseState; text: string | null }
}

/**
 * A person's text may name people: it stands with the case, and never in the audit log, from which nothing is removed.
 */
const traceOf = ({ deadline, reason: _, ...row }: StoredCase) => ({ ...row, deadline: asDay(deadline) })
const changedText = (before: StoredCase, after: StoredCase) => before.reason !== after.reason && { reasonChanged: true }

type Versioned = { id: string; version: number }
type Decide = (db: Db, before: StoredCase, today: Day) => Promise<Change> | Change

const changeCase = (actor: Actor, one: Versioned, decide: Decide): Promise<{ version: number }> =>
  writeOnce(actor, async (db) => changeOne(db, actor, one, decide))

/** The one way a case changes: of this version, with what it was and became in the audit log. */
async function changeOne(db: Db, actor: Actor, { id, version }: Versioned, decide: Decide) {
  const { organizationId, userId } = actor
  const where = { organizationId_id: { organizationId, id } }
  const before = await db.recoveryCase.findUnique({ where, select: caseFields })
  if (!before) throw new UserError('notFound')
  const { event, data, notice } = await decide(db, before, await getLocalToday(db, organizationId))
  const { count } = await db.recoveryCase.updateMany({
    where: { organizationId, id, version },
    data: { ...data, version: { increment: 1 } },
  })
  if (count === 0) throw new UserError('staleVersion')
  if (notice)
    await db.caseEvent.create({
      data: { organizationId, id: newId(), caseId: id, by: userId, ...notice },
      select: { id: true },
    })
  const after = await db.recoveryCase.findUniqueOrThrow({ where, select: caseFields })
  await recordAudit(db, actor, {
    event,
    subjectId: id,
    before: traceOf(before),
    after: { ...traceOf(after), ...changedText(before, after) },
  })
  return { version: version + 1 }
}

export const updateCase = (actor: Actor, { id, version, deadline, ...given }: UpdateCaseInput) =>
  changeCase(actor, { id, version }, async (db, before, today) => {
    if (given.ownerId !== before.ownerId)
      await requireOwner(db, actor.organizationId, { userId: given.ownerId, shopId: before.shopId })
    if (deadline !== asDay(before.deadline)) requireAhead(deadline, today)
    return { event: 'case.updated', data: { ...given, deadline: asDate(deadline) } }
  })

const eventOf = (to: CaseState) => {
  if (to === 'written_off') return 'case.writtenOff'
  return to === 'detected' ? 'case.reopened' : 'case.moved'
}

export const moveCase = (actor: Actor, { id, version, ...step }: MoveCaseInput) =>
  changeCase(actor, { id, version }, takeStep(step))

/**
 * Marks many cases as filed, each with the protocol that it was given. All of them or none: a list that others have changed
 * meanwhile is shown again, with the numbers of those cases.
 */
export const fileCases = (actor: Actor, { cases, note }: FileCasesInput): Promise<{ filed: number }> =>
  writeOnce(actor, async (db) => {
    const moved = await listMoved(db, actor.organizationId, cases)
    if (moved.length > 0) throw new UserError('casesMoved', { values: { numbers: moved.join(', ') } })
    for (const { protocol, ...one } of cases.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await changeOne(db, actor, one, takeStep({ to: 'filed', protocol, note, recoveredCents: null, deadline: null }))
    return { filed: cases.length }
  })

/** The numbers of those that are not as they were shown; none but the sender's company is looked at. */
async function listMoved(db: Db, organizationId: string, cases: FileCasesInput['cases']): Promise<string[]> {
  const known = await db.recoveryCase.findMany({
    where: { organizationId, id: { in: cases.map(({ id }) => id) } },
    select: { id: true, number: true, version: true },
  })
  if (known.length < cases.length) throw new UserError('notFound')
  const versions = new Map(cases.map(({ id, version }) => [id, version]))
  return known.filter(({ id, version }) => versions.get(id) !== version).map(({ number }) => `#${number}`)
}

/** A step of a case. A recovered amount counts where it is paid; a reopened case has none yet. */
const takeStep =
  ({ to, ...given }: Omit<MoveCaseInput, 'id' | 'version'>): Decide =>
  (_, before, today) => {
    // An overpaid amount has nothing to claim.
    if (!canStep(before.state, to) || before.amountCents < 0n) throw new UserError('caseStepRefused')
    const data: Prisma.RecoveryCaseUncheckedUpdateManyInput = { state: to, closedAt: isClosed(to) ? new Date() : null }
    if (given.protocol) data.protocol = given.protocol
    if (to === 'written_off') requireText(given.note)
    if (to === 'paid') data.recoveredCents = requireAmount(given.recoveredCents, before.amountCents)
    else data.recoveredCents = 0n
    if (to === 'detected') data.deadline = asDate(requireAhead(given.deadline, today))
    return { event: eventOf(to), data, notice: { state: to, text: given.note } }
  }

function requireText(note: string | null) {
  if (!note) throw new UserError('invalidInput', { fields: { note: ['cases.fields.reasonMissing'] } })
}

/** No more than was asked for: what the marketplace pays beyond it is no outcome of the case, and shows up in the reconciliation. */
function requireAmount(cents: bigint | null, amountCents: bigint): bigint {
  const refuse = (key: string) => new UserError('invalidInput', { fields: { recoveredCents: [`cases.fields.${key}`] } })
  if (cents === null || cents <= 0n) throw refuse('recoveredMissing')
  if (cents > amountCents) throw refuse('recoveredTooMuch')
  return cents
}

export const noteCase = (actor: Actor, { id, text }: NoteCaseInput): Promise<{ id: string }> =>
  writeOnce(actor, async (db) => {
    const { organizationId, userId } = actor
    const recoveryCase = await db.recoveryCase.findFirst({ where: { organizationId, id }, select: { number: true } })
    if (!recoveryCase) throw new UserError('notFound')
    const event = { organizationId, id: newId(), caseId: id, by: userId, text }
    await db.caseEvent.create({ data: event, select: { id: true } })
    await recordAudit(db, actor, { event: 'case.noted', subjectId: id, after: { number: recoveryCase.number } })
    return { id }
  })
