import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

/** The shop that has the name that a sheet was given; null where none has it. One of another platform has no orders of this one. */
export async function findShopNamed(db: Db, organizationId: string, name: string): Promise<{ id: string } | null> {
  const shop = await db.shop.findUnique({
    where: { organizationId_name: { organizationId, name } },
    select: { id: true, platform: true },
  })
  if (shop && shop.platform !== 'shopee') throw new UserError('shopNameTaken')
  return shop
}
