import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { raised } from '@/lib/core/database/database-errors'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import type { ReceiveReturnInput } from './schema'

const refusals: Record<string, ErrorCode> = {
  return_not_found: 'notFound',
  stale_version: 'staleVersion',
  return_brings_nothing: 'returnBringsNothing',
  return_not_ours: 'returnNotOurs',
  return_incomplete: 'returnIncomplete',
  return_exceeds_shipped: 'returnExceedsShipped',
}

export type ReceivedReturn = { returnId: string; already: boolean; unbooked: number }

/** Books what came back by what the inspection found; received once, however often it is sent. */
export function receiveReturn(
  actor: Actor,
  { returnId, version, lines, note }: ReceiveReturnInput,
): Promise<ReceivedReturn> {
  return writeOnce(actor, async (db) => {
    const { already, booked, unbooked } = await book(db, actor, { returnId, version, lines, note })
    if (!already) {
      const { orderId, number } = await db.orderReturn.findUniqueOrThrow({
        where: { organizationId_id: { organizationId: actor.organizationId, id: returnId } },
        select: { orderId: true, number: true },
      })
      const sum = (what: 'sellable' | 'damaged' | 'missing') => lines.reduce((total, line) => total + line[what], 0)
      await recordAudit(db, actor, {
        event: 'order.returnReceived',
        subjectId: orderId,
        after: { return: number, sellable: sum('sellable'), damaged: sum('damaged'), missing: sum('missing'), booked },
      })
    }
    return { returnId, already, unbooked }
  })
}

async function book(db: Db, actor: Actor, { returnId, version, lines, note }: ReceiveReturnInput) {
  try {
    const [row] = await db.$queryRaw<[{ already: boolean; booked: number; unbooked: number }]>`
      SELECT * FROM receive_return(${returnId}::uuid, ${version}::int, ${JSON.stringify(lines)}::jsonb, ${note}, ${actor.userId}::uuid)`
    return row
  } catch (error) {
    const code = refusals[raised(error)?.name ?? '']
    throw code ? new UserError(code) : error
  }
}

/**
 * Identifies a returned parcel: by the return's tracking or number, else by the order it belongs to, outstanding ones
 * first.
 */
export const findReturn = (actor: Actor, { code }: { code: string }): Promise<{ returnId: string | null }> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const text = code.toUpperCase()
    const rows = await db.$queryRaw<{ id: string }[]>`
      WITH named AS (
        SELECT id FROM order_return WHERE organization_id = ${organizationId}::uuid AND tracking_number = ${text}
        UNION SELECT r.id FROM shop s JOIN order_return r ON r.organization_id = ${organizationId}::uuid AND r.shop_id = s.id AND r.number = ${text}
          WHERE s.organization_id = ${organizationId}::uuid
        UNION SELECT r.id FROM (
          SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee' AND external_code = ${text}
          UNION ALL SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND code = ${text}
          UNION ALL SELECT order_id FROM package WHERE organization_id = ${organizationId}::uuid AND tracking_number = ${text}) o
          JOIN order_return r ON r.organization_id = ${organizationId}::uuid AND r.order_id = o.id
      )
      SELECT r.id FROM named n JOIN order_return r ON r.organization_id = ${organizationId}::uuid AND r.id = n.id
      ORDER BY r.received_at IS NOT NULL, r.state IN ('closed', 'cancelled'), r.kind = 'refund_only', r.opened_at DESC LIMIT 1`
    return { returnId: rows[0]?.id ?? null }
  })
