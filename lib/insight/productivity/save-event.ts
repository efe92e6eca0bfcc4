import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { AuditEventName } from '@/lib/core/audit/events'
import { localTime } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate, asDay } from '@/lib/core/database/days'
import type { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { requirePerson, requireProductivity } from './require-productivity'
import type { CreateEventInput, OneRecordInput, UpdateEventInput } from './schema'

const MAX_DAYS_MS = 366 * 86_400_000

/** Days stay days; times become instants by the company's clock. */
function columnsOf({ title, personId, startsOn, endsOn, times }: CreateEventInput, timeZone: string) {
  const [first, last] = [asDate(startsOn), asDate(endsOn)]
  const refused = (key: string) => new UserError('invalidInput', { fields: { endsOn: [`productivity.fields.${key}`] } })
  if (last < first) throw refused('endsBeforeStart')
  if (last.getTime() - first.getTime() > MAX_DAYS_MS - 86_400_000) throw refused('tooManyDays')
  const none = { startsOn: null, endsOn: null, startsAt: null, endsAt: null }
  if (!times) return { title, personId, ...none, allDay: true, startsOn: first, endsOn: last }
  const [startsAt, endsAt] = [localTime(startsOn, times.from, timeZone), localTime(endsOn, times.to, timeZone)]
  if (endsAt <= startsAt) throw refused('endsBeforeStart')
  return { title, personId, ...none, allDay: false, startsAt, endsAt }
}

type Columns = Omit<ReturnType<typeof columnsOf>, 'allDay'>

/** Days of a whole day, or instants: as the event stands, before and after a change alike. */
const traceOf = ({ title, personId, startsOn, endsOn, startsAt, endsAt }: Columns) => ({
  title,
  personId,
  startsOn: startsOn && asDay(startsOn),
  endsOn: endsOn && asDay(endsOn),
  startsAt,
  endsAt,
})

export function createEvent(actor: Actor, input: CreateEventInput): Promise<{ id: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const { timeZone } = await requireProductivity(db, organizationId)
    await requirePerson(db, organizationId, input.personId)
    const id = newId()
    const columns = columnsOf(input, timeZone)
    const data = { organizationId, id, createdBy: userId, ...columns }
    await db.agendaEvent.create({ data, select: { id: true } })
    await recordAudit(db, actor, { event: 'agendaEvent.created', subjectId: id, after: traceOf(columns) })
    return { id }
  })
}

export const updateEvent = (actor: Actor, { id, version, ...input }: UpdateEventInput) =>
  changeEvent(actor, { id, version }, async (db, timeZone, personId) => {
    if (input.personId !== personId) await requirePerson(db, actor.organizationId, input.personId)
    const data = columnsOf(input, timeZone)
    return { event: 'agendaEvent.updated', data, after: traceOf(data) }
  })

export const removeEvent = (actor: Actor, one: OneRecordInput) =>
  changeEvent(actor, one, () => ({ event: 'agendaEvent.removed', data: { removedAt: new Date() }, after: {} }))

type Change = {
  event: AuditEventName
  data: Prisma.AgendaEventUncheckedUpdateManyInput
  after: Record<string, unknown>
}

async function changeEvent(
  actor: Actor,
  { id, version }: OneRecordInput,
  decide: (db: Db, timeZone: string, personId: string | null) => Promise<Change> | Change,
): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const { timeZone } = await requireProductivity(db, organizationId)
    const before = await db.agendaEvent.findFirst({
      where: { organizationId, id, removedAt: null },
      select: { title: true, personId: true, startsOn: true, endsOn: true, startsAt: true, endsAt: true },
    })
    if (!before) throw new UserError('notFound')
    const { event, data, after } = await decide(db, timeZone, before.personId)
    const { count } = await db.agendaEvent.updateMany({
      where: { organizationId, id, version, removedAt: null },
      data: { ...data, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    await recordAudit(db, actor, { event, subjectId: id, before: traceOf(before), after })
    return { version: version + 1 }
  })
}
