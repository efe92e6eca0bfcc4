import type { Database } from '../database'
import type { Cell } from './sheet-writer'
import { money, time } from './sheet-text'

const KEYS = [
  'et_title_product_id|et_title_product_name|et_title_variation_id|et_title_variation_name|et_title_parent_sku',
  'et_title_variation_sku|et_title_variation_price|ps_gtin_code|et_title_variation_stock|et_title_reason',
]
const LABELS = [
  'ID do Produto|Nome do Produto|Variante Identificador|Nome da Variante|SKU de referência|SKU|Preço|GTIN (EAN)',
  'Estoque do Vendedor|Motivo da Falha',
]
const split = (names: string[]) => names.join('|').split('|')

type Row = {
  item_id: bigint
  name: string
  item_sku: string
  model_id: bigint
  model: string
  model_sku: string
  original_price_cents: number
  gtin_code: string
  stock: number
}

export const listingFileName = (shopId: bigint, now: number): string =>
  `mass_update_sales_info_${shopId}_${time(now).replace(/\D/g, '')}00.xlsx`

/** The template with which a seller changes prices and stock of many listings. */
export async function* listingRows(db: Database, shopId: bigint): AsyncGenerator<Cell[]> {
  yield split(KEYS)
  yield ['sales_info', '35b74571cd927608dc4cc2b998b916cb', '0', String(shopId), '{"search_condition":{}}']
  yield split(LABELS)
  yield ['', '', '', '', 'Opcional', 'Opcional', 'Obrigatório']
  const { rows } = await db.query<Row>(
    `SELECT i.item_id, i.name, i.sku AS item_sku, m.model_id, m.name AS model, m.sku AS model_sku, m.original_price_cents,
       m.gtin_code, m.stock
     FROM item i JOIN model m USING (item_id) WHERE i.shop_id = $1 AND i.status IN ('NORMAL', 'UNLIST') ORDER BY 1, 4`,
    [shopId],
  )
  for (const row of rows)
    yield [
      String(row.item_id),
      row.name,
      String(row.model_id),
      row.model,
      row.item_sku,
      row.model_sku,
      money(row.original_price_cents),
      row.gtin_code,
      row.stock,
      '',
    ]
}
