import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { page } from '../page'
import type { Platform, ServerEnvironment } from '../platform'
import { SAO_PAULO_OFFSET_SECONDS } from '../payment/order-incomes'
import { incomeSheets } from './income-sheet'
import { ordersByCreation, ordersByRelease, type Period } from './order-pages'
import { ORDER_HEADERS, orderRows } from './order-sheet'
import { returnRows } from './returns-sheet'
import { sheetResponse, type Cell, type Sheet } from './sheet-writer'
import { day, money, time } from './sheet-text'
import { walletRows } from './wallet-sheet'
import type { Database } from '../database'

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

const listingFileName = (shopId: bigint, now: number): string =>
  `mass_update_sales_info_${shopId}_${time(now).replace(/\D/g, '')}00.xlsx`

/** The template with which a seller changes prices and stock of many listings. */
async function* listingRows(db: Database, shopId: bigint): AsyncGenerator<Cell[]> {
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

const DAY = 86_400

const KINDS = {
  orders: 'Pedidos (Order.all)',
  income: 'Renda (Income)',
  wallet: 'Carteira',
  returns: 'Devoluções',
  listings: 'Anúncios (mass_update)',
}

type Kind = keyof typeof KINDS

/** The seller's spreadsheets at /admin/sheets, cut by days of Brasília. */
export function mountSheets(app: Hono<ServerEnvironment>, platform: Platform): void {
  const failed = (error: unknown) => platform.log.error({ err: error }, 'spreadsheet failed')

  app.get('/admin/sheets', async (c) => c.html(await sheetsPage(platform)))

  app.get('/admin/sheets/:shopId/:file', async (c) => {
    const kind = c.req.param('file').replace(/\.xlsx?$/, '')
    const period = readPeriod(c, platform.clock.now())
    if (!(kind in KINDS) || !period) return c.notFound()
    return sheetResponse(
      fileName(kind as Kind, period, platform.clock.now()),
      await sheetsOf(kind as Kind, platform, period),
      failed,
    )
  })
}

async function sheetsOf(kind: Kind, { pool, settings }: Platform, period: Period): Promise<Sheet[]> {
  if (kind === 'orders') return [{ name: 'orders', rows: allOrderRows(ordersByCreation(pool, period)) }]
  if (kind === 'income') return incomeSheets(() => ordersByRelease(pool, period), settings)
  if (kind === 'listings') return [{ name: 'Sheet1', rows: listingRows(pool, period.shopId) }]
  if (kind === 'returns') return [{ name: 'orders', rows: returnRows(pool, period) }]
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM shop WHERE shop_id = $1', [period.shopId])
  return [{ name: 'Transaction Report', rows: walletRows(pool, period, rows[0]?.name ?? '') }]
}

async function* allOrderRows(orders: ReturnType<typeof ordersByCreation>): AsyncGenerator<Cell[]> {
  yield ORDER_HEADERS
  for await (const order of orders) yield* orderRows(order)
}

function fileName(kind: Kind, { shopId, fromTime, toTime }: Period, now: number): string {
  const [from, to] = [fromTime, toTime].map((time) => day(time).replaceAll('-', ''))
  const names: Record<Kind, string> = {
    orders: `Order.all.${from}_${to}.xlsx`,
    income: `Income_lancado_br_${from}_${to}.xlsx`,
    wallet: `my_balance_transaction_report.${from}_${to}.xlsx`,
    listings: listingFileName(shopId, now),
    returns: `Order.return_refund.${from}_${to}.xls`,
  }
  return names[kind]
}

function readPeriod(c: Context, now: number): Period | null {
  const shopId = c.req.param('shopId')
  const [from, to] = [c.req.query('from'), c.req.query('to')].map((text) =>
    text ? Date.parse(`${text}T00:00:00Z`) : 0,
  )
  if (!shopId || !/^\d{1,15}$/.test(shopId) || Number.isNaN(from) || Number.isNaN(to)) return null
  return {
    shopId: BigInt(shopId),
    fromTime: from ? from / 1000 - SAO_PAULO_OFFSET_SECONDS : 0,
    toTime: to ? to / 1000 - SAO_PAULO_OFFSET_SECONDS + DAY - 1 : now,
  }
}

async function sheetsPage({ pool, clock }: Platform) {
  const { rows } = await pool.query<{ shop_id: bigint; name: string }>(
    'SELECT shop_id, name FROM shop ORDER BY shop_id',
  )
  const today = day(clock.now())
  return page(
    'Planilhas do vendedor',
    html`<h1>Planilhas do vendedor</h1>
      <p><a class="button" href="/">Voltar</a></p>
      ${rows.map(
        (shop) =>
          html`<section>
            <h2>${shop.name} (${String(shop.shop_id)})</h2>
            <form class="row" method="get">
              <label>De<br /><input type="date" name="from" value="${day(clock.now() - 30 * DAY)}" /></label>
              <label>Até<br /><input type="date" name="to" value="${today}" /></label>
              ${Object.entries(KINDS).map(
                ([kind, label]) =>
                  html`<button formaction="/admin/sheets/${String(shop.shop_id)}/${kind}.xlsx">${label}</button>`,
              )}
            </form>
          </section>`,
      )}`,
  )
}
