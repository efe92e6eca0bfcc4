import 'server-only'
import { raised } from '@/lib/core/database/database-errors'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { MovementKind } from '@/lib/generated/prisma/enums'

export type StockEntry = {
  product: { id: string; sku: string }
  locationId: string
  kind: MovementKind
  onHand?: number
  reserved?: number
}

type Booking = {
  /** The source of the movements; the same source booked again changes nothing. */
  source: { kind: string; id: string }
  entries: StockEntry[]
  reason?: string | null
  /** Takes availability below zero instead of refusing: for what has happened already. */
  allowShort?: boolean
}

/** Books movements and moves the levels with them, in the caller's transaction. Refuses with `insufficientStock`. */
export async function bookStock(db: Db, actor: Actor, { source, entries, reason, allowShort }: Booking): Promise<void> {
  const rows = entries.map(({ product, locationId, kind, onHand = 0, reserved = 0 }, line) => ({
    line,
    product: product.id,
    location: locationId,
    kind,
    onHand,
    reserved,
  }))
  try {
    await db.$queryRaw`
      SELECT book_stock(${source.kind}, ${source.id}::uuid, ${actor.userId}::uuid, ${reason ?? null}, ${JSON.stringify(rows)}::jsonb, ${allowShort ?? false})`
  } catch (error) {
    const reasonRaised = raised(error)
    if (reasonRaised?.name !== 'insufficient_stock') throw error
    const short = JSON.parse(reasonRaised.detail ?? '{}') as { product: string; available: number }
    const sku = entries.find(({ product }) => product.id === short.product)?.product.sku ?? ''
    throw new UserError('insufficientStock', { values: { sku, available: short.available } })
  }
}
