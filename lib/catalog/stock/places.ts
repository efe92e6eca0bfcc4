import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import type { PlaceKind } from './schema'

/** The names in the table; screens name a location by its kind and shop. */
const names = { own: 'Estoque', transit: 'Em trânsito', damaged: 'Avariados' } as const

/** The company's place of that kind, of Full that of the shop; made when it is first needed. */
export async function ensurePlace(
  db: Db,
  organizationId: string,
  kind: PlaceKind,
  shopId: string | null,
): Promise<string> {
  const ofShop = kind === 'full' ? shopId : null
  if (ofShop !== null) {
    const shop = await db.shop.findUnique({
      where: { organizationId_id: { organizationId, id: ofShop } },
      select: { id: true },
    })
    if (!shop) throw new UserError('notFound')
  }
  const find = () =>
    db.stockLocation.findFirst({ where: { organizationId, kind, shopId: ofShop }, select: { id: true } })
  const known = await find()
  if (known) return known.id
  const name = kind === 'full' ? `Full ${ofShop}` : names[kind]
  await db.stockLocation.createMany({
    data: [{ organizationId, id: newId(), kind, name, shopId: ofShop }],
    skipDuplicates: true,
  })
  const made = await find()
  if (!made) throw new Error(`no place of kind ${kind}`)
  return made.id
}

/** How many units of a product the platform says it holds for the shop; null where it has said nothing of it. */
export async function getPlatformUnits(
  db: Db,
  organizationId: string,
  productId: string,
  shopId: string,
): Promise<bigint | null> {
  const [row] = await db.$queryRaw<[{ units: bigint | null }]>`
    SELECT sum(platform_stock * product_quantity)::bigint AS units FROM listing
    WHERE organization_id = ${organizationId}::uuid AND product_id = ${productId}::uuid AND shop_id = ${shopId}::uuid
      AND fulfilled_by_platform AND gone_at IS NULL`
  return row.units
}
