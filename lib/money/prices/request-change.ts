import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import { asDate } from '@/lib/core/database/days'
import { localDay, startOfLocalDay, type Day } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { scopeOf } from '@/lib/core/permissions'
import type { Prisma } from '@/lib/generated/prisma/client'
import { readAdsRates } from './ads-rates'
import { isRepeatable, isUndoable, pricesAtOnce, type PriceLine } from './change-lines'
import { enqueueChange, getChange } from './change-record'
import { readDeskFilters, ruleParams } from './desk-filters'
import { readDeskShops, listPicked, readDesk } from './desk-rows'
import { shows } from './desk-views'
import type { ChangePricesInput, PriceChangeInput } from './schema'

export type RequestedChange = { changeId: string; count: number }

/** A role that may only sync sends no price; and the rule works with costs. */
function requireSending({ role }: Pick<Actor, 'role'>): void {
  if (scopeOf(role, 'platform.push') !== 'all' || scopeOf(role, 'money.read') === 'none')
    throw new UserError('permissionDenied')
}

const newLine = (listingId: string, beforeCents: bigint, wantedCents: bigint): PriceLine => ({
  listingId,
  beforeCents: Number(beforeCents),
  wantedCents: Number(wantedCents),
  state: 'waiting',
  text: null,
  thereCents: null,
})

/** Calculates the new prices again as the desk does, and has them sent where they are those that the person saw. */
export const requestPriceChange = (
  actor: Actor,
  { query, listingIds, onDay, count, sumCents }: ChangePricesInput,
): Promise<RequestedChange> => {
  requireSending(actor)
  return writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const filters = readDeskFilters(Object.fromEntries(new URLSearchParams(query)))
    if (!filters.rule) throw new UserError('notFound')
    const { today, timeZone } = await clockOf(db, organizationId)
    const plannedFor = onDay && filters.day && filters.day > today ? filters.day : null
    const day = filters.day ?? today
    const picked = listingIds ? await listPicked(db, organizationId, listingIds) : null
    if (listingIds && picked!.length < new Set(listingIds).size) throw new UserError('notFound')
    const question = {
      rule: filters.rule,
      shop: listingIds ? null : filters.shop,
      q: listingIds ? '' : filters.q,
      day,
      today,
      picked,
    }
    const shops = await readDeskShops(db, organizationId, { day, today })
    const ratesOf = await readAdsRates(db, organizationId, today, listingIds)
    const listings = await readDesk(db, organizationId, question, { ...shops, ratesOf })
    const isShown = filters.show && !listingIds ? shows[filters.show] : () => true
    const lines = listings.flatMap((listing) =>
      listing.next && listing.kept === null && isShown(listing)
        ? newLine(listing.id, listing.now.priceCents, listing.next.priceCents)
        : [],
    )
    const sum = lines.reduce((all, { wantedCents }) => all + BigInt(wantedCents), 0n)
    if (lines.length !== count || sum !== sumCents || count > pricesAtOnce) throw new UserError('pricesMoved')
    return addChange(db, actor, lines, {
      rule: ruleParams(filters.rule),
      plan: plannedFor ? { day: plannedFor, timeZone } : null,
    })
  })
}

/** Puts the earlier prices back where the platform still shows what this change set; once. */
export const undoPriceChange = (actor: Actor, { changeId }: PriceChangeInput): Promise<RequestedChange> => {
  requireSending(actor)
  return writeOnce(actor, async (db) => {
    const change = await lockEnded(db, actor.organizationId, changeId)
    if (change.undoOf !== null) throw new UserError('pricesMoved')
    const lines = change.lines
      .filter(isUndoable)
      .map(({ listingId, beforeCents, wantedCents }) => newLine(listingId, BigInt(wantedCents), BigInt(beforeCents)))
    if (lines.length === 0) throw new UserError('notFound')
    return addChange(db, actor, lines, { undoOf: changeId })
  })
}

/** Sends again, at once, what the platform refused or did not take over; nothing else. A planned change is planned no more. */
export const repeatPriceChange = (actor: Actor, { changeId }: PriceChangeInput): Promise<RequestedChange> => {
  requireSending(actor)
  return writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const change = await lockEnded(db, organizationId, changeId)
    const count = change.lines.filter(isRepeatable).length
    if (count === 0) throw new UserError('notFound')
    const lines = change.lines.map((line) =>
      isRepeatable(line) ? { ...line, state: 'waiting' as const, text: null } : line,
    )
    await db.priceChange.update({
      where: { organizationId_id: { organizationId, id: changeId } },
      data: { state: 'waiting', lines, plannedFor: null, begunAt: new Date(), finishedAt: null },
      select: { id: true },
    })
    await enqueueChange(db, changeId)
    await recordLines(db, actor, change.lines.filter(isRepeatable))
    return { changeId, count }
  })
}

/** Calls a planned change off while none of it has been sent. */
export const cancelPriceChange = (actor: Actor, { changeId }: PriceChangeInput): Promise<RequestedChange> => {
  requireSending(actor)
  return writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const change = await lockChange(db, organizationId, changeId)
    if (change.state !== 'waiting' || !change.plannedFor) throw new UserError('pricesMoved')
    const lines = change.lines.map((line) => ({ ...line, state: 'cancelled' as const }))
    await db.priceChange.update({
      where: { organizationId_id: { organizationId, id: changeId } },
      data: { state: 'done', lines, finishedAt: new Date() },
      select: { id: true },
    })
    await recordLines(
      db,
      actor,
      change.lines.map((line) => ({ ...line, beforeCents: line.wantedCents, wantedCents: line.beforeCents })),
    )
    return { changeId, count: lines.length }
  })
}

async function clockOf(db: Db, organizationId: string) {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  return { today: localDay(new Date(), timeZone), timeZone }
}

async function lockChange(db: Db, organizationId: string, id: string) {
  await db.$queryRaw`
    SELECT 1 FROM price_change WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const change = await getChange(db, organizationId, id)
  if (!change) throw new UserError('notFound')
  return change
}

/** One that was put back is over: neither repeated nor undone again. */
async function lockEnded(db: Db, organizationId: string, id: string) {
  const change = await lockChange(db, organizationId, id)
  const isUndone = (await db.priceChange.count({ where: { organizationId, undoOf: id } })) > 0
  if (change.state !== 'done' || isUndone) throw new UserError('pricesMoved')
  return change
}

type NewChange = {
  rule?: Prisma.InputJsonObject
  undoOf?: string | null
  plan?: { day: Day; timeZone: string } | null
}

async function addChange(
  db: Db,
  actor: Actor,
  lines: PriceLine[],
  { rule = {}, undoOf = null, plan = null }: NewChange,
): Promise<RequestedChange> {
  const { organizationId, userId } = actor
  const changeId = newId()
  const now = new Date()
  const begunAt = plan ? startOfLocalDay(plan.day, plan.timeZone) : now
  await db.priceChange.create({
    data: {
      organizationId,
      id: changeId,
      rule,
      lines,
      undoOf,
      plannedFor: plan && asDate(plan.day),
      begunAt,
      createdBy: userId,
    },
    select: { id: true },
  })
  await enqueueChange(db, changeId, Math.max(0, Math.ceil((begunAt.getTime() - now.getTime()) / 1000)))
  await recordLines(db, actor, lines)
  return { changeId, count: lines.length }
}

/** In the history of each listing: who asked for which price. */
const recordLines = (db: Db, actor: Actor, lines: readonly PriceLine[]) =>
  recordAudits(
    db,
    actor,
    lines.map(({ listingId, beforeCents, wantedCents }) => ({
      event: 'listing.priceSet' as const,
      subjectId: listingId,
      before: { priceCents: BigInt(beforeCents) },
      after: { priceCents: BigInt(wantedCents) },
    })),
  )
