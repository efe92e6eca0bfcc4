import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { broke } from '@/lib/core/database/database-errors'
import { localDay, type Day } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate, asDay } from '@/lib/core/database/days'
import type { CaseState, DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { claimedSql } from './claimed'
import { deadlineOf, fileBy } from './deadlines'
import { claimEvidence } from './evidence'
import { claimableOf, missingOf, surplusOf } from './missing'
import { requireAhead } from './require-ahead'
import { requireOwner } from './require-owner'
import type { OpenCasesInput, WriteOffInput } from './schema'

export type OpenedCases = { cases: { id: string; number: number }[] }

type Picked = {
  settlementId: string
  shopId: string
  code: string
  cause: DiscrepancyCause
  /** The missing amount of this cause; negative: overpaid. */
  amountCents: bigint
  fileBy: Day
}
type Opening = Pick<OpenCasesInput, 'reason' | 'protocol' | 'deadline' | 'ownerId' | 'fileIds'> & { state: CaseState }

/** Differences become cases, one for each shop and cause among them. All of them or none. */
export const openCases = (actor: Actor, { picks, ...given }: OpenCasesInput): Promise<OpenedCases> =>
  writeOnce(actor, async (db) => {
    await takeTurn(db, actor.organizationId)
    const opening: Opening = { ...given, state: given.protocol ? 'filed' : 'detected' }
    return openEach(db, actor, await readPicks(db, actor, picks, { isRequested: true }), opening)
  })

/** Accepted with a reason, what was paid too much as well: they wait no longer. A rule need not be confirmed for that, since nothing is asked for. */
export const writeOff = (actor: Actor, { picks, reason }: WriteOffInput): Promise<OpenedCases> =>
  writeOnce(actor, async (db) => {
    await takeTurn(db, actor.organizationId)
    const none = { protocol: null, deadline: null, ownerId: null, fileIds: [] }
    const opening: Opening = { ...none, reason, state: 'written_off' }
    return openEach(db, actor, await readPicks(db, actor, picks, { isRequested: false }), opening)
  })

/** One opens at a time: numbers run without gaps, and what one asks for no other does. */
const takeTurn = (db: Db, organizationId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('cases:' || ${organizationId}, 0))`

type DifferenceRow = {
  settlementId: string
  shopId: string
  code: string
  localDay: Date
  dueOn: Date | null
  releasedAt: Date | null
  differenceCents: bigint
  cause: DiscrepancyCause
  amountCents: bigint | null
  isUnconfirmed: boolean | null
  /** The claims of open cases on the same order. */
  askedCents: bigint
  caseId: string | null
}

async function readPicks(
  db: Db,
  { organizationId }: Actor,
  given: OpenCasesInput['picks'],
  { isRequested }: { isRequested: boolean },
): Promise<Picked[]> {
  const picks = [...new Map(given.map((pick) => [`${pick.settlementId} ${pick.cause}`, pick])).values()]
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const rows = await db.$queryRaw<DifferenceRow[]>`
    SELECT s.id AS "settlementId", s.shop_id AS "shopId", s.external_code AS code, s.local_day AS "localDay", s.due_on AS "dueOn",
      s.released_at AS "releasedAt", s.difference_cents AS "differenceCents", p.cause,
      CASE WHEN p.cause = 'unexplained' THEN s.unexplained_cents ELSE d.amount_cents END AS "amountCents",
      CASE WHEN p.cause = 'unexplained' THEN NOT s.rule_confirmed ELSE d.is_unconfirmed END AS "isUnconfirmed", c.case_id AS "caseId",
      ${claimedSql(organizationId)} AS "askedCents"
    FROM jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) AS p("settlementId" uuid, cause "DiscrepancyCause")
    JOIN settlement s ON s.organization_id = ${organizationId}::uuid AND s.id = p."settlementId"
    LEFT JOIN discrepancy d ON d.organization_id = ${organizationId}::uuid AND d.settlement_id = s.id AND d.cause = p.cause
    LEFT JOIN case_order c ON c.organization_id = ${organizationId}::uuid AND c.settlement_id = s.id AND c.cause = p.cause
    ORDER BY s.id, p.cause`
  if (rows.length < picks.length) throw new UserError('notFound')
  refuseAny(rows, ({ caseId }) => caseId !== null, 'caseAlreadyOpen')
  const amounts = isRequested ? shareOut(rows) : new Map(rows.map((row) => [row, missingOf(row) || -surplusOf(row)]))
  const amountOf = (row: DifferenceRow) => amounts.get(row) ?? 0n
  refuseAny(rows, (row) => amountOf(row) === 0n, 'caseNothingMissing')
  if (isRequested) refuseAny(rows, ({ isUnconfirmed }) => isUnconfirmed === true, 'caseRuleUnconfirmed')
  return rows.map((row) => ({
    settlementId: row.settlementId,
    shopId: row.shopId,
    code: row.code,
    cause: row.cause,
    amountCents: amountOf(row),
    fileBy: fileBy(row.cause, {
      day: asDay(row.localDay),
      dueOn: row.dueOn && asDay(row.dueOn),
      paidOn: row.releasedAt && localDay(row.releasedAt, timeZone),
    }),
  }))
}

/** For one order no more in total than it lacks, whatever its causes add up to. */
function shareOut(results: DifferenceRow[]): Map<DifferenceRow, bigint> {
  const claimedBySettlement = new Map<string, bigint>()
  return new Map(
    results.map((row) => {
      const before = claimedBySettlement.get(row.settlementId) ?? row.askedCents
      const cents = claimableOf(row, before)
      claimedBySettlement.set(row.settlementId, before + cents)
      return [row, cents]
    }),
  )
}

const NAMED = 5

function refuseAny(
  results: DifferenceRow[],
  isRefused: (row: DifferenceRow) => boolean,
  code: 'caseAlreadyOpen' | 'caseNothingMissing' | 'caseRuleUnconfirmed',
) {
  const codes = results.filter(isRefused).map((row) => row.code)
  if (codes.length === 0) return
  const more = codes.length > NAMED ? '…' : ''
  throw new UserError(code, { values: { codes: codes.slice(0, NAMED).join(', ') + more } })
}

async function openEach(db: Db, actor: Actor, picked: Picked[], opening: Opening): Promise<OpenedCases> {
  const { organizationId } = actor
  const last = await db.recoveryCase.aggregate({ where: { organizationId }, _max: { number: true } })
  const today = await getLocalToday(db, organizationId)
  const groups = groupOf(picked)
  const cases: OpenedCases['cases'] = []
  // A file proves one thing once: it goes with every case of the same opening.
  for (const [index, group] of groups.entries()) {
    const number = (last._max.number ?? 0) + index + 1
    cases.push({ id: await openOne(db, actor, group, { ...opening, number, today }), number })
  }
  await claimEvidence(
    db,
    organizationId,
    cases.map(({ id }) => id),
    opening.fileIds,
  )
  return { cases }
}

/** The same shop and cause; what was paid too much is a case apart from what is missing. */
function groupOf(picked: Picked[]): [Picked, ...Picked[]][] {
  const groups = new Map<string, [Picked, ...Picked[]]>()
  for (const one of picked) {
    const key = `${one.shopId} ${one.cause} ${one.amountCents > 0n}`
    groups.set(key, [...(groups.get(key) ?? []), one] as [Picked, ...Picked[]])
  }
  return [...groups.values()]
}

type Numbered = Opening & { number: number; today: Day }

async function openOne(
  db: Db,
  actor: Actor,
  group: [Picked, ...Picked[]],
  { number, today, state, reason, protocol, ownerId, deadline: requestedDeadline }: Numbered,
): Promise<string> {
  const { organizationId, userId } = actor
  const id = newId()
  const [{ shopId, cause }] = group
  await requireOwner(db, organizationId, { userId: ownerId, shopId })
  const amountCents = group.reduce((sum, one) => sum + one.amountCents, 0n)
  const deadline =
    (requestedDeadline && requireAhead(requestedDeadline, today)) ??
    deadlineOf(
      group.map((one) => one.fileBy),
      today,
    )
  const trace = { number, shopId, cause, state, amountCents, protocol, ownerId }
  const data = { ...trace, reason }
  const closedAt = state === 'written_off' ? new Date() : null
  await db.recoveryCase.create({
    data: { organizationId, id, ...data, deadline: asDate(deadline), openedBy: userId, closedAt },
    select: { id: true },
  })
  await addOrders(db, organizationId, id, group)
  await db.caseEvent.create({
    data: { organizationId, id: newId(), caseId: id, by: userId, state, text: reason },
    select: { id: true },
  })
  await recordAudit(db, actor, {
    event: state === 'written_off' ? 'case.writtenOff' : 'case.opened',
    subjectId: id,
    after: { ...trace, deadline, orders: group.map(({ code }) => code) },
  })
  return id
}

async function addOrders(db: Db, organizationId: string, caseId: string, group: Picked[]): Promise<void> {
  try {
    await db.caseOrder.createMany({
      data: group.map(({ settlementId, cause, amountCents }) => ({
        organizationId,
        caseId,
        settlementId,
        cause,
        amountCents,
      })),
    })
  } catch (error) {
    if (!broke(error, 'case_order_organization_id_settlement_id_cause_key')) throw error
    throw new UserError('caseAlreadyOpen', {
      values: {
        codes: group
          .map(({ code }) => code)
          .slice(0, NAMED)
          .join(', '),
      },
    })
  }
}
