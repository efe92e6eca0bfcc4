import { z } from 'zod'
import { adminAction, type AdminContext, type AdminSection, type AdminTable } from '../admin-section'
import { boolean, int64, integer } from '../parameters'
import { banItem } from './ban-item'
import { lockItem, setStatus } from './items'
import { endPromotion, startPromotion } from './promotions'
import { itemNotFound } from './refusals'
import { setPrice, setStock } from './stock-endpoints'

const SHOWN = 25

type Listed = {
  shop_id: bigint
  item_id: bigint
  model_id: bigint
  name: string
  model_name: string
  sku: string
  status: string
  price: string
  stock: number
  reserved: number
}

async function itemTable({ db }: AdminContext): Promise<AdminTable> {
  const { rows } = await db.query<Listed>(
    `SELECT i.shop_id, i.item_id, m.model_id, i.name, m.name AS model_name, m.sku, i.status,
       to_char(m.original_price_cents / 100.0, 'FM999999990.00') AS price, m.stock + m.shopee_stock AS stock,
       coalesce((SELECT sum(reserved_stock) FROM promotion_model pm WHERE pm.item_id = m.item_id AND pm.model_id = m.model_id), 0)::integer AS reserved
     FROM item i JOIN model m USING (item_id) ORDER BY i.update_time DESC, i.item_id, m.model_id LIMIT ${SHOWN}`,
  )
  return {
    title: `Anúncios (os ${SHOWN} últimos a mudar)`,
    columns: ['Loja', 'Anúncio', 'Variação', 'Nome', 'SKU', 'Situação', 'Preço', 'Estoque', 'Reservado'],
    rows: rows.map((row) => {
      const values = { shopId: String(row.shop_id), itemId: String(row.item_id) }
      const name = [row.name, row.model_name].filter(Boolean).join(' · ')
      return {
        cells: [row.shop_id, row.item_id, row.model_id, name, row.sku, row.status, row.price, row.stock, row.reserved],
        buttons: [
          row.status === 'BANNED'
            ? { action: 'item-restore', label: 'Liberar', values }
            : { action: 'item-ban', label: 'Banir', values },
          {
            action: 'promotion',
            label: 'Promover',
            values: { ...values, modelId: String(row.model_id), discountPercent: '10', reservedStock: '1' },
          },
        ],
      }
    }),
  }
}

async function promotionTable({ db }: AdminContext): Promise<AdminTable> {
  const { rows } = await db.query<{
    promotion_id: string
    shop_id: bigint
    name: string
    type: string
    stage: string
    reserved: number
  }>(
    `SELECT promotion_id, shop_id, name, type, stage, coalesce(sum(reserved_stock), 0)::integer AS reserved
     FROM promotion LEFT JOIN promotion_model USING (promotion_id)
     WHERE stage <> 'ended' GROUP BY promotion_id ORDER BY promotion_id DESC LIMIT ${SHOWN}`,
  )
  return {
    title: 'Promoções',
    columns: ['Promoção', 'Loja', 'Nome', 'Tipo', 'Situação', 'Reservado'],
    rows: rows.map((row) => ({
      cells: [row.promotion_id, row.shop_id, row.name, row.type, row.stage, row.reserved],
      buttons: [{ action: 'promotion-end', label: 'Encerrar', values: { promotionId: row.promotion_id } }],
    })),
  }
}

const model = { shopId: int64, itemId: int64, modelId: int64.default(0n) }
const fields = [
  { name: 'shopId', label: 'Loja' },
  { name: 'itemId', label: 'Anúncio' },
]
const modelFields = [...fields, { name: 'modelId', label: 'Variação', initial: '0' }]

async function getItem({ db }: AdminContext, shopId: bigint, itemId: bigint) {
  const item = await lockItem(db, shopId, itemId)
  if (!item) throw itemNotFound()
  return item
}

export const itemsAdmin: AdminSection = {
  title: 'Anúncios, estoque e promoções',
  tables: async (context) => [await itemTable(context), await promotionTable(context)],
  actions: [
    adminAction({
      name: 'item-stock',
      label: 'Mudar estoque',
      fields: [...modelFields, { name: 'stock', label: 'Estoque' }],
      body: z.object({ ...model, stock: integer.pipe(z.number().min(0)) }).strict(),
      run: async (context, { shopId, itemId, modelId, stock }) => {
        await getItem(context, shopId, itemId)
        await setStock(context.db, { itemId, modelId, stock, now: context.now })
        return { stock }
      },
    }),
    adminAction({
      name: 'item-price',
      label: 'Mudar preço',
      fields: [...modelFields, { name: 'priceCents', label: 'Preço (centavos)' }],
      body: z.object({ ...model, priceCents: integer.pipe(z.number().min(1)) }).strict(),
      run: async (context, { shopId, itemId, modelId, priceCents }) => {
        const item = await getItem(context, shopId, itemId)
        await setPrice(context.db, { shopId, item, modelId, cents: priceCents, now: context.now })
        return { priceCents }
      },
    }),
    adminAction({
      name: 'item-ban',
      label: 'Banir anúncio',
      fields: [...fields, { name: 'reason', label: 'Motivo', initial: 'Produto proibido' }],
      body: z.object({ shopId: int64, itemId: int64, reason: z.string().default('Produto proibido') }).strict(),
      run: async ({ db, now }, ban) => {
        await banItem(db, { ...ban, now })
        return { status: 'BANNED' }
      },
    }),
    adminAction({
      name: 'item-restore',
      label: 'Liberar anúncio',
      fields: [],
      body: z.object({ shopId: int64, itemId: int64 }).strict(),
      run: async (context, { shopId, itemId }) => {
        await getItem(context, shopId, itemId)
        await setStatus(context.db, itemId, 'NORMAL', context.now)
        return { status: 'NORMAL' }
      },
    }),
    adminAction({
      name: 'promotion',
      label: 'Iniciar promoção',
      fields: [
        ...modelFields,
        { name: 'discountPercent', label: 'Desconto (%)', initial: '10' },
        { name: 'reservedStock', label: 'Estoque reservado', initial: '1' },
        { name: 'startsInSeconds', label: 'Começa em (s)', initial: '0' },
        { name: 'days', label: 'Dias', initial: '7' },
      ],
      body: z
        .object({
          ...model,
          name: z.string().default('Promoção da loja'),
          type: z.string().default('discount_promotion'),
          discountPercent: integer.pipe(z.number().min(1).max(90)).default(10),
          reservedStock: integer.pipe(z.number().min(0)).default(1),
          startsInSeconds: integer.default(0),
          days: integer.pipe(z.number().min(1)).default(7),
          locksPrice: boolean.default(true),
        })
        .strict(),
      run: async (context, given) => {
        const item = await getItem(context, given.shopId, given.itemId)
        const price = item.models.find((each) => each.model_id === given.modelId)?.original_price_cents
        if (price === undefined) throw itemNotFound()
        const startTime = context.now + given.startsInSeconds
        const priceCents = Math.max(1, Math.floor((price * (100 - given.discountPercent)) / 100))
        const { shopId, name, type, locksPrice } = given
        const models = [
          { itemId: given.itemId, modelId: given.modelId, priceCents, reservedStock: given.reservedStock },
        ]
        const endTime = startTime + given.days * 86_400
        const promotion = { shopId, name, type, locksPrice, startTime, endTime, models }
        // As text: the number is too large for JavaScript's.
        return { promotionId: String(await startPromotion(context.db, promotion, context.now)), priceCents }
      },
    }),
    adminAction({
      name: 'promotion-end',
      label: 'Encerrar promoção',
      fields: [],
      body: z.object({ promotionId: int64 }).strict(),
      run: async ({ db, now }, { promotionId }) => {
        await endPromotion(db, promotionId, now)
        return { done: true }
      },
    }),
  ],
}
