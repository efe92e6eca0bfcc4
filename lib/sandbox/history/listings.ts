import { createHash } from 'node:crypto'
import type { Database } from '../database'
import type { ItemRow } from '../items/items'
import { insertItem, modelName, type NewItem, type NewModel } from '../items/write-items'
import { channels } from '../logistics/channels'
import { chance } from './chance'
import { LISTING_NAMES, VARIATION_TIERS } from './listing-names'

const CODES: Record<number, string> = {
  100011: 'ORG',
  100012: 'COZ',
  100013: 'CMB',
  100015: 'CEL',
  100017: 'ROU',
  100018: 'ACE',
  100020: 'BEL',
  100022: 'FER',
  100024: 'PET',
}

/** A second listing that sells what an earlier one sells: same SKUs. */
const TWINS: Record<number, number> = { 57: 1 }
/** Listings whose seller never gave them a SKU. */
const WITHOUT_SKU = [45, 55]
const UNLISTED = [58]
const isFulfilledByShopee = (index: number) => index % 9 === 4

/** About sixty listings of a Brazilian shop, the same for the same seed but for the ids that the platform gives. */
export function newListings(shopId: bigint, seed: string, createTime: number): NewItem[] {
  return LISTING_NAMES.map(([name, cents, categoryId, variation], index) => {
    const tiers = VARIATION_TIERS[variation].map(({ name: tier, options }) => ({
      name: tier,
      option_list: options.map((option) => ({ option })),
    }))
    const sku = skuOf(index)
    const fulfilledByShopee = isFulfilledByShopee(index)
    const of = (what: string) => chance(seed, 'listing', index, what)
    const indexes = tiers.length === 0 ? [[]] : combine(tiers.map((tier) => tier.option_list.length))
    return {
      shopId,
      name,
      sku,
      description: `${name}. Produto novo, com nota fiscal e envio em até 2 dias úteis.`,
      categoryId,
      status: UNLISTED.includes(index) ? 'UNLIST' : 'NORMAL',
      weightGrams: 100 + Math.floor(of('weight') * 24) * 50,
      lengthCm: 10 + Math.floor(of('length') * 30),
      widthCm: 8 + Math.floor(of('width') * 20),
      heightCm: 2 + Math.floor(of('height') * 18),
      imageIds: [1, 2, 3].map((image) => imageId(seed, index, image)),
      fulfilledByShopee,
      tierVariation: tiers,
      details: detailsOf(),
      createTime,
      models: indexes.map((tierIndex, no) =>
        newModel({ seed, index, no, tierIndex, tiers, cents, sku, fulfilledByShopee }),
      ),
    }
  })
}

const skuOf = (index: number): string => {
  const of = TWINS[index] ?? index
  return WITHOUT_SKU.includes(index) ? '' : `${CODES[LISTING_NAMES[of]![2]]}-${String(of + 1).padStart(3, '0')}`
}

type ModelPlan = {
  seed: string
  index: number
  no: number
  tierIndex: number[]
  tiers: ItemRow['tier_variation']
  cents: number
  sku: string
  fulfilledByShopee: boolean
}

function newModel({ seed, index, no, tierIndex, tiers, cents, sku, fulfilledByShopee }: ModelPlan): NewModel {
  const name = modelName(tiers, tierIndex)
  const units = stockOf(seed, index, no)
  const suffix = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9,]/g, '')
    .replace(',', '-')
    .toUpperCase()
  // A larger size costs a little more.
  const priceCents = cents + (tiers.at(-1)?.name === 'Tamanho' ? (tierIndex.at(-1) ?? 0) * 100 : 0)
  return {
    tierIndex,
    name,
    sku: sku === '' ? '' : suffix === '' ? sku : `${sku}-${suffix}`,
    priceCents,
    stock: fulfilledByShopee ? 0 : units,
    shopeeStock: fulfilledByShopee ? units : 0,
  }
}

/** Mostly plenty, now and then nearly nothing. */
function stockOf(seed: string, index: number, no: number): number {
  const drawn = chance(seed, 'stock', index, no)
  return drawn < 0.08 ? Math.floor(drawn * 50) : 20 + Math.floor(drawn * 380)
}

const combine = (lengths: number[]): number[][] =>
  lengths.reduce<number[][]>(
    (all, length) => all.flatMap((head) => Array.from({ length }, (_, option) => [...head, option])),
    [[]],
  )

const imageId = (seed: string, index: number, image: number) =>
  `br-11134207-${createHash('sha256').update(`${seed}|${index}|${image}`).digest('hex').slice(0, 32)}`

const detailsOf = () => ({
  brand: { brand_id: 0, original_brand_name: 'NoBrand' },
  attribute_list: [
    {
      attribute_id: 100037,
      original_attribute_name: 'País de Origem',
      is_mandatory: true,
      attribute_value_list: [{ value_id: 1000370, original_value_name: 'Brasil', value_unit: '' }],
    },
  ],
  logistic_info: channels.slice(0, 1).map(({ id, name }) => ({
    logistic_id: id,
    logistic_name: name,
    enabled: true,
    shipping_fee: 0,
    size_id: 0,
    is_free: false,
    estimated_shipping_fee: 19.9,
  })),
  tax_info: {
    ncm: '39241000',
    same_state_cfop: '5102',
    diff_state_cfop: '6108',
    csosn: '102',
    origin: '0',
    cest: '00',
    measure_unit: 'UN',
    operation_type: '1',
  },
})

/** Gives a shop without items its listings. Answers whether it had none. */
export async function ensureListings(db: Database, shopId: bigint, seed: string, createTime: number): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM item WHERE shop_id = $1 LIMIT 1', [shopId])
  if (rowCount) return false
  for (const item of newListings(shopId, seed, createTime)) await insertItem(db, item)
  return true
}
