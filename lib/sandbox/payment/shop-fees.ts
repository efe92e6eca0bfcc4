import { z } from 'zod'
import type { Database } from '../database'
import { defaultShopFees, type ShopFees } from './fee-table'

const rate = z.number().int().min(0).max(1_000_000)

const shopFees = z
  .object({
    sellerType: z.enum(['cnpj', 'cpf']),
    freeShippingProgramme: z.boolean(),
    highVolume: z.boolean(),
    additionalService: rate,
    affiliateService: rate,
    adsTopUp: rate,
    protectionCents: z.number().int().min(0),
    undescribed: z.record(z.string().regex(/^[a-z_]{1,60}$/), z.number().int()),
    rules: z
      .array(
        z.object({
          fromDay: z.iso.date(),
          capPerUnitCents: z.number().int().positive().nullable(),
          individualCents: z.number().int().min(0),
          individualVolume: z.boolean().optional(),
          bands: z
            .array(
              z.object({
                fromUnitCents: z.number().int().min(0),
                commission: rate,
                service: rate,
                fixedCents: z.number().int().min(0),
                cheapBelowCents: z.number().int().min(0).optional(),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  })
  .partial()
  .strict()

export async function getShopFees(db: Database, shopId: bigint): Promise<ShopFees> {
  const { rows } = await db.query<{ sellerType: string; fees: Partial<ShopFees> | null }>(
    `SELECT s.seller_kind AS "sellerType", f.fees FROM shop s LEFT JOIN shop_fees f USING (shop_id) WHERE shop_id = $1`,
    [shopId],
  )
  const sellerType = rows[0]?.sellerType === 'cpf' ? 'cpf' : 'cnpj'
  return { ...defaultShopFees, sellerType, ...rows[0]?.fees }
}

/** Throws a ZodError when a name or value is not known. Running orders are estimated by the new ones at once. */
export async function changeShopFees(db: Database, shopId: bigint, changes: unknown): Promise<ShopFees> {
  await db.query(
    `INSERT INTO shop_fees (shop_id, fees) VALUES ($1, $2)
     ON CONFLICT (shop_id) DO UPDATE SET fees = shop_fees.fees || excluded.fees`,
    [shopId, JSON.stringify(shopFees.parse(changes))],
  )
  return getShopFees(db, shopId)
}
