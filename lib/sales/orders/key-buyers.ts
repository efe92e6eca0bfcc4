import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { buyerKey } from './buyer-key'
import { unmasked } from './unmasked'

const BATCH = 1000

type Known = { orderId: string; username: string; key: string | null }

/**
 * Gives the orders of a buyer whose username is known the key of it, and removes the key of a hidden username. Orders
 * have a wrong key where an earlier build keyed a hidden name, and where the API named the buyer later.
 */
export async function keyBuyers(organizationId: string, batch = BATCH): Promise<void> {
  let after: string | null = null
  do after = await keySome(organizationId, after, batch)
  while (after !== null)
}

const keySome = (organizationId: string, after: string | null, batch: number): Promise<string | null> =>
  withOrganization({ organizationId }, async (db) => {
    const known = await db.$queryRaw<Known[]>`
      SELECT b.order_id AS "orderId", b.username, encode(o.buyer_key, 'hex') AS key FROM order_buyer b
      JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = b.order_id AND (${after}::uuid IS NULL OR o.id > ${after}::uuid)
      WHERE b.organization_id = ${organizationId}::uuid AND (${after}::uuid IS NULL OR b.order_id > ${after}::uuid)
      ORDER BY b.order_id LIMIT ${batch}::int`
    const next = known.length === batch ? known.at(-1)!.orderId : null
    const wrong = known.filter((one) => one.username && wantedKey(organizationId, one) !== one.key)
    if (wrong.length === 0) return next
    // Before the orders, as their writers do: an erasure locks its buyer first.
    const keys = wrong.map((one) => wantedKey(organizationId, one))
    await db.$queryRaw`
      SELECT await_erasure(${organizationId}::uuid, ARRAY(SELECT decode(k, 'hex') FROM unnest(${keys}::text[]) k WHERE k IS NOT NULL))::text`
    // One whose username changed meanwhile waits for the next night.
    for (const one of wrong)
      await db.$executeRaw`
        UPDATE orders o SET buyer_key = decode(${wantedKey(organizationId, one)}::text, 'hex') FROM order_buyer b
        WHERE o.organization_id = ${organizationId}::uuid AND o.id = ${one.orderId}::uuid
          AND b.organization_id = ${organizationId}::uuid AND b.order_id = o.id AND b.username = ${one.username}`
    return next
  })

function wantedKey(organizationId: string, { username, key }: Known): string | null {
  const own = buyerKey(organizationId, username)
  if (unmasked(username)) return own
  return key === own ? null : key
}
