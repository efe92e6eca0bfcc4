import 'server-only'
import type { Db } from '@/lib/core/db'
import type { InvoiceLine } from './invoice-content'

export type BoughtLine = InvoiceLine & { productId: string; units: number }

/** The supplier's code of each product, and our units in one of theirs, for the next invoice. */
export async function rememberLines(
  db: Db,
  organizationId: string,
  supplierId: string,
  lines: readonly BoughtLine[],
): Promise<void> {
  for (const { code, productId, units, quantity } of lines) {
    const perPack = units / Number(quantity)
    const unitsPerPack = Number.isInteger(perPack) && perPack >= 1 && perPack <= 100_000 ? perPack : 1
    const key = { organizationId, supplierId, code }
    const known = { productId, unitsPerPack, updatedAt: new Date() }
    await db.supplierProduct.upsert({
      where: { organizationId_supplierId_code: key },
      create: { ...key, ...known },
      update: known,
      select: { code: true },
    })
  }
}
