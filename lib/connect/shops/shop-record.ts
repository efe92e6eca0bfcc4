import 'server-only'
import { broke } from '@/lib/core/database/database-errors'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

const nameKey = 'shop_organization_id_name_key'
const numberKey = 'shop_organization_id_platform_market_external_shop_id_key'

const idTaken = () => new UserError('shopIdTaken', { fields: { externalShopId: ['errors.shopIdTaken'] } })
const nameTaken = () => new UserError('shopNameTaken', { fields: { name: ['errors.shopNameTaken'] } })

/** Two who save at once meet at the keys. */
export async function refuseTaken<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (broke(error, numberKey)) throw idTaken()
    if (broke(error, nameKey)) throw nameTaken()
    throw error
  })
}

/** `market`: as the shop has it. Each marketplace counts its shops for itself. */
type Wanted = { organizationId: string; name: string; market: string; externalShopId: string | null }

/** Neither name nor number is another shop's here, and no other company holds the number. Never says whose it is. */
export async function refuseHeld(db: Db, wanted: Wanted, id?: string): Promise<void> {
  const { organizationId, name, market, externalShopId } = wanted
  const others = { organizationId, ...(id && { id: { not: id } }) }
  if (externalShopId !== null) {
    const platform = market === '' ? 'shopee' : 'manual'
    const here = await db.shop.findFirst({
      where: { ...others, platform, market, externalShopId },
      select: { id: true },
    })
    if (here) throw idTaken()
    // Only a number of the platform is ever held: by an authorization.
    if (platform === 'shopee') await refuseHeldElsewhere(db, externalShopId)
  }
  if (await db.shop.findFirst({ where: { ...others, name }, select: { id: true } })) throw nameTaken()
}

export async function refuseHeldElsewhere(db: Db, externalShopId: string): Promise<void> {
  const [answer] = await db.$queryRaw<{ held: boolean }[]>`
    SELECT is_shop_held_elsewhere('shopee'::"Platform", ${externalShopId}) AS held`
  if (answer?.held) throw new UserError('shopConnectFailed', { fields: { externalShopId: ['errors.shopNeedsClaim'] } })
}
