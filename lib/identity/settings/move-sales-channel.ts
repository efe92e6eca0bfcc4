import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { asDate, asDay } from '@/lib/core/database/days'
import { addDays, localDay, type Day } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { followSeller } from '@/lib/money/fees/follow-seller'
import type { MoveSalesChannelInput } from './schema'

/** A shop or channel goes over with its orders since a day, or, to correct whose it is, with all. */
export async function moveSalesChannel(actor: Actor, input: MoveSalesChannelInput) {
  const { kind, id, fromEntityId, toEntityId, fromDay } = input
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const entities = await db.$queryRaw<{ id: string; name: string; archived: boolean; timeZone: string }[]>`
      SELECT e.id, e.name, e.archived_at IS NOT NULL AS archived, o.time_zone AS "timeZone"
      FROM legal_entity e JOIN organization o ON o.organization_id = e.organization_id
      WHERE e.organization_id = ${organizationId}::uuid AND e.id IN (${fromEntityId}::uuid, ${toEntityId}::uuid) ORDER BY e.id FOR SHARE OF e`
    const [from, to] = [fromEntityId, toEntityId].map((wanted) => entities.find((entity) => entity.id === wanted))
    if (!from || !to) throw new UserError('notFound')
    if (to.archived) throw new UserError('entityArchived')
    if (fromDay !== null && fromDay > localDay(new Date(), to.timeZone))
      throw new UserError('invalidInput', { fields: { fromDay: ['companyData.outlets.moveLater'] } })
    const where = { organizationId, id }
    const salesChannel =
      kind === 'shop'
        ? await db.shop.findFirst({ where, select: { name: true } })
        : await db.channel.findFirst({ where, select: { name: true } })
    if (!salesChannel) throw new UserError('notFound')
    const seen = { ...where, legalEntityId: fromEntityId }
    const turn = fromDay === null ? null : await findTurn(db, organizationId, { ...input, fromDay })
    const { count } =
      kind === 'shop'
        ? await db.shop.updateMany({ where: seen, data: { legalEntityId: toEntityId, version: { increment: 1 } } })
        : await db.channel.updateMany({ where: seen, data: { legalEntityId: toEntityId } })
    if (count === 0) throw new UserError('staleVersion')
    await rewriteTurns(db, organizationId, { id, toEntityId, turn })
    // Also where both are of one kind: which of the shop's months are closed is its entity's.
    if (kind === 'shop') await followSeller(db, organizationId, { id })
    await recordAudit(db, actor, {
      event: kind === 'shop' ? 'shop.moved' : 'channel.updated',
      subjectId: id,
      before: { legalEntityId: fromEntityId, legalEntity: from.name },
      after: { legalEntityId: toEntityId, legalEntity: to.name, fromDay },
    })
    return { id }
  })
}

/** A day on which the outlet goes over: `before` had it until then; turns from `since` on never were. */
type Turn = { fromDay: Day; since: Day; before: string | null }

/** From an entity to itself the day of its last turn is corrected: the one before it had the outlet until the right day. */
async function findTurn(
  db: Db,
  organizationId: string,
  { id, fromEntityId, toEntityId, fromDay }: MoveSalesChannelInput & { fromDay: Day },
): Promise<Turn> {
  if (fromEntityId === toEntityId) {
    const last = await db.formerEntity.findFirst({
      where: { organizationId, outletId: id },
      orderBy: { untilDay: 'desc' },
      select: { untilDay: true, legalEntityId: true },
    })
    const until = last ? asDay(last.untilDay) : fromDay
    return { fromDay, since: until < fromDay ? until : fromDay, before: last?.legalEntityId ?? null }
  }
  const [row] = await db.$queryRaw<[{ before: string | null }]>`
    SELECT entity_on(${id}::uuid, ${addDays(fromDay, -1)}::date) AS before`
  return { fromDay, since: fromDay, before: row.before }
}

type Rewrite = { id: string; toEntityId: string; turn: Turn | null }

async function rewriteTurns(db: Db, organizationId: string, { id, toEntityId, turn }: Rewrite): Promise<void> {
  const where = { organizationId, outletId: id }
  await db.formerEntity.deleteMany({ where: { ...where, ...(turn && { untilDay: { gte: asDate(turn.since) } }) } })
  if (!turn?.before || turn.before === toEntityId) return
  await db.formerEntity.createMany({
    data: [{ ...where, untilDay: asDate(turn.fromDay), legalEntityId: turn.before }],
  })
}
