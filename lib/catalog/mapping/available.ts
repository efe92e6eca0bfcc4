import 'server-only'
import type { Reader } from '@/lib/core/db'

export type Units = { available: bigint; isKit: boolean; counted: boolean }

/** The units that can be promised now, kits by their scarcest component. */
export async function availableOf(db: Reader, productIds: readonly string[]): Promise<Map<string, Units>> {
  if (productIds.length === 0) return new Map()
  const rows = await db.$queryRaw<({ id: string } & Units)[]>`
    SELECT product_id AS id, available, is_kit AS "isKit", counted FROM available_units(${[...productIds]}::uuid[])`
  return new Map(rows.map(({ id, ...units }) => [id, units]))
}
