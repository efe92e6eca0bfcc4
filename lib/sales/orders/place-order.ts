import 'server-only'
import { plainOf } from '@/lib/core/audit/record'
import { KEY_KEPT_HOURS, runAlone, runWhole, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { limitConcurrencyByKey } from '@/lib/core/process/concurrency'
import { refuseOrder } from './refuse-order'
import type { PlaceOrderInput } from './schema'

export type PlacedOrder = { id: string; code: string; totalCents: string }

/**
 * They wait for the same stock, and one that waits in the database holds a connection that others, and other companies, need: so
 * few of a company are there at once, and the others wait here, first come, first served.
 */
const limitedByCompany = limitConcurrencyByKey({ atOnce: 4, waiting: 250 })

/** Saves a manual order once, with its stock reserved (reserve_new_order_stock), or consumed when saved as shipped. */
export const placeOrder = (actor: Actor, input: PlaceOrderInput): Promise<PlacedOrder> =>
  limitedByCompany(actor.organizationId, () => saveOrder(actor, input))

async function saveOrder(actor: Actor, { seenTotalCents, ...input }: PlaceOrderInput): Promise<PlacedOrder> {
  const number = await takeNumber(actor)
  const { code } = number
  const order = { ...input, id: newId(), code, actorId: actor.userId }
  // Whom it is for is personal, and so may be what was noted.
  const { channelId: _channel, customerName: _customer, note: _note, ...rest } = input
  const auditEvent = {
    id: newId(),
    at: actor.at,
    kind: actor.kind,
    session: actor.sessionId,
    token: actor.tokenId,
    after: plainOf({ code, ...rest }),
  }
  const { request } = actor
  const claim = request && { ...request, bodyHash: request.bodyHash.toString('hex'), hours: KEY_KEPT_HOURS }
  const placed = await runWhole<{ placed: PlacedOrder }>(
    actor,
    Prisma.sql`SELECT place_order_once(${textOf(order)}::jsonb, ${claim ? textOf(claim) : null}::jsonb, ${seenTotalCents}::bigint,
      ${textOf(auditEvent)}::jsonb) AS placed`,
  )
    .then(([row]) => row!.placed)
    .catch((error: unknown) => refuseOrder(actor, error))
    .catch(async (error: unknown) => {
      // A refused order was not saved. The outcome of any other error is unknown, and its number stays taken.
      if (error instanceof UserError) await giveBack(actor, number)
      throw error
    })
  if (placed.code !== code) await giveBack(actor, number)
  return placed
}

const textOf = (value: object) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each))

type Taken = { year: number; number: number; code: string }

async function takeNumber(actor: Actor): Promise<Taken> {
  const [row] = await runAlone<{ year: number; number: number }>(
    actor,
    Prisma.sql`
      SELECT y.year, next_order_number(y.year) AS number
      FROM (SELECT extract(year FROM now() AT TIME ZONE o.time_zone)::int AS year FROM organization o
            WHERE o.organization_id = ${actor.organizationId}::uuid) y`,
  )
  if (!row) throw new UserError('notFound')
  return { ...row, code: `MAN-${row.year}-${String(row.number).padStart(5, '0')}` }
}

const giveBack = (actor: Actor, { year, number }: Taken) =>
  runAlone(actor, Prisma.sql`SELECT return_order_number(${year}::int, ${number}::int) AS last`)
