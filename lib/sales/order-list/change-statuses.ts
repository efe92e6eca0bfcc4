import 'server-only'
import { createHash } from 'node:crypto'
import { asUserError } from '@/lib/core/database/database-errors'
import type { Actor } from '@/lib/core/db'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { changeOrderStatus } from '../orders/change-order-status'
import type { ChangeStatusesInput } from './schema'

type StatusResult = { id: string; error: ErrorCode | null }

/** Each order by itself: what one of them refuses stops no other. Sent again under the same key, each gives its first answer. */
export async function changeStatuses(
  actor: Actor,
  { orders, to }: ChangeStatusesInput,
): Promise<{ results: StatusResult[] }> {
  const results: StatusResult[] = []
  for (const order of orders) results.push({ id: order.id, error: await change(actor, { ...order, to }) })
  return { results }
}

async function change(
  { request, ...actor }: Actor,
  order: Parameters<typeof changeOrderStatus>[1],
): Promise<ErrorCode | null> {
  const own = request && { ...request, key: keyOf(request.key, order.id) }
  try {
    await changeOrderStatus({ ...actor, ...(own && { request: own }) }, order)
    return null
  } catch (error) {
    const known = error instanceof UserError ? error : asUserError(error)
    if (known) return known.code
    throw error
  }
}

/** The call's key is for all of its orders; each needs one that is its own and the same again. */
function keyOf(key: string, id: string): string {
  const hex = createHash('sha256').update(`${key}\u0000${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
