import type { Db } from '@/lib/core/db'
import { groupBy } from '@/lib/core/group-by'

const mostDigits = 20
const coreOf = (sku: string) => (/^\d{1,20}$/.test(sku) ? sku.replace(/^0+/, '') : '')

/** A number with more or fewer leading zeros, which a spreadsheet takes away. */
export const withOtherZeros = (sku: string): string[] => {
  const core = coreOf(sku)
  if (core === '') return []
  return Array.from({ length: mostDigits - core.length + 1 }, (_, zeros) => '0'.repeat(zeros) + core).filter(
    (one) => one !== sku,
  )
}

/** For each of these unknown SKUs the one product that its number is with other leading zeros; of several none. */
export async function findZeroTwins(
  db: Db,
  organizationId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const keys = [...new Set(skus.flatMap(withOtherZeros))]
  if (keys.length === 0) return new Map()
  const rows = await db.$queryRaw<{ sku: string }[]>`
    SELECT sku::text AS sku FROM product WHERE organization_id = ${organizationId}::uuid AND sku_key = ANY (${keys}) AND archived_at IS NULL ORDER BY sku`
  const byCore = groupBy(rows, ({ sku }) => coreOf(sku))
  return new Map(
    skus.flatMap((sku) => {
      const [one, more] = byCore.get(coreOf(sku)) ?? []
      return one && !more && one.sku !== sku ? [[sku, one.sku] as const] : []
    }),
  )
}
