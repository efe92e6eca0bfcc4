import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { placeOrder } from '@/lib/sales/orders/place-order'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf, levelOf } from '@/lib/testing/harnesses/order-harness'
import { addListing, addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { getProductFor, getProductListFor } from '../products/views'
import {
  decideArticleAction,
  draftProductsAction,
  fillSkusAction,
  makeProductsAction,
  undoProductsAction,
} from './actions'
import { runProducts } from './make-products'
import { getRunFor } from './run-view'
import { runProductsUndo } from './undo-products'

let company: TestOrganization
let shopId: string
beforeEach(async () => {
  company = await createTestOrganization()
  shopId = await addShop(company, newId())
  await signInAs(company.owner)
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
type PlatformItem = {
  sku?: string | null
  item?: string
  gtin?: string
  stock?: number
  image?: string
  cents?: number
  variation?: string
  model?: string
}
async function list(title: string, options: PlatformItem = {}, shop = shopId): Promise<string> {
  const id = await addListing(company, shop, title)
  await sql(
    `UPDATE listing SET sku = $2, item_id = $3, model_id = coalesce($9, '0'), gtin = $4, platform_stock = $5, image_url = $6, price_cents = $7, variation = $8,
       weight_grams = 350, length_mm = 100, synced_at = now() WHERE id = $1`,
    [
      id,
      options.sku ?? null,
      options.item ?? newId(),
      options.gtin ?? null,
      options.stock ?? null,
      options.image ?? null,
      options.cents ?? 5000,
      options.variation ?? null,
      options.model ?? null,
    ],
  )
  return id
}
const draft = async (listingIds: string[] | null = null) =>
  dataOf(await draftProductsAction(envelope(company), { shopId: null, listingIds })).runId
const choice = { opening: true, scope: 'open' as const, sinceDay: null }
async function make(runId: string): Promise<void> {
  dataOf(await makeProductsAction(envelope(company), { runId, ...choice }))
  await asWorker(() => runProducts(company.owner, runId))
}
async function undo(runId: string) {
  const run = dataOf(await undoProductsAction(envelope(company), { runId })).runId
  await asWorker(() => runProductsUndo(company.owner, run))
  return getRunFor(company.owner, run)
}
const products = () =>
  sql<{ sku: string }>(
    `SELECT sku::text, title, price_cents::int AS cents, barcodes, weight_grams AS grams, length_mm AS length, archived_at IS NOT NULL AS archived
     FROM product ORDER BY sku`,
  )
const mapped = () =>
  sql<{ title: string }>(
    'SELECT l.title, p.sku::text AS sku FROM listing l LEFT JOIN product p ON p.id = l.product_id ORDER BY l.title, l.id',
  )

test('products come out of listings with what these tell, their orders and the platform’s stock', async () => {
  const gtin = '07891234567895'
  const cup = await list('Caneca', { sku: 'CAN-1', gtin, stock: 7, cents: 2990, variation: 'Azul' })
  await list('Prato', { sku: 'PRA-1' })
  await addOrders(company, shopId, [{ at: new Date().toISOString(), status: 'confirmed', units: 2, listingId: cup }])
  const runId = await draft()
  await make(runId)
  expect(await products()).toEqual([
    {
      sku: 'CAN-1',
      title: 'Caneca · Azul',
      cents: 2990,
      barcodes: [gtin],
      grams: 350,
      length: 100,
      archived: false,
    },
    expect.objectContaining({ sku: 'PRA-1', barcodes: [] }),
  ])
  const [{ id }] = (await sql<{ id: string }>(`SELECT id FROM product WHERE sku = 'CAN-1'`)) as [{ id: string }]
  // The platform's offer can be promised beside the open order's reserve.
  expect(await levelOf(company, id)).toEqual({ on_hand: 9, reserved: 2 })
  expect(await getRunFor(company.owner, runId)).toMatchObject({
    kind: 'products',
    state: 'done',
    done: 2,
    total: 2,
    summary: { made: 2, changed: 2, orders: 1, opened: 1 },
  })
})

test('variations of one listing become a family, with products from any source; a single one is in none', async () => {
  const known = await addProduct(company, 'CAM-P')
  await list('Camiseta', { sku: 'CAM-P', item: '1', model: '1', variation: 'P' })
  await list('Camiseta', { sku: 'CAM-M', item: '1', model: '2', variation: 'M' })
  await list('Caneca', { sku: 'CAN', item: '2', variation: 'Azul' })
  await list('Prato', { sku: 'PRA-1', item: '3' })
  await list('Prato', { sku: 'PRA-2', item: '3', model: '2' })
  await make(await draft())
  const view = await getProductFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, known)
  expect(view!.variations.map(({ sku }) => sku).sort()).toEqual(['CAM-M', 'CAM-P'])
  expect(await sql(`SELECT count(*)::int AS n FROM product WHERE family_id IS NOT NULL`)).toEqual([{ n: 2 }])

  await list('Camiseta nova', { sku: 'CAM-G', item: '1', model: '3', variation: 'G' })
  await make(await draft())
  const listed = await getProductListFor(
    { ...company.owner, timeZone: 'America/Sao_Paulo' },
    { family: view!.product.familyId! },
  )
  expect(listed.page.rows.map(({ sku, variations }) => `${sku} ${variations}`).sort()).toEqual([
    'CAM-G 3',
    'CAM-M 3',
    'CAM-P 3',
  ])
})

test('a product known by SKU or barcode is matched, a contradiction waits, and a repeated run doubles nothing', async () => {
  await addProduct(company, 'can-1')
  await addStockedProduct(company, { sku: 'TEM', barcodes: ['7891234567895'], onHand: 3 })
  await list('A caneca', { sku: 'CAN-1' })
  await list('B copo', { sku: 'OUTRO', gtin: '07891234567895' })
  await list('C sem SKU')
  await list('D azul', { sku: 'PAI', item: '1' })
  await list('E novo', { sku: 'NOVO', stock: 4 })
  const runId = await draft()
  expect(await draft()).toBe(runId)
  await make(runId)
  await asWorker(() => runProducts(company.owner, runId))
  const again = await draft()
  expect(again).not.toBe(runId)
  expect(await makeProductsAction(envelope(company), { runId: again, ...choice })).toMatchObject({
    error: 'mappingNothingToMake',
  })
  expect((await mapped()).map(({ title, ...rest }) => [title, ...Object.values(rest)])).toEqual([
    ['A caneca', 'can-1'],
    ['B copo', 'TEM'],
    ['C sem SKU', null],
    ['D azul', 'PAI'],
    ['E novo', 'NOVO'],
  ])
  expect(await products()).toHaveLength(4)
  expect(await sql(`SELECT on_hand_delta::int AS n FROM stock_movement WHERE kind = 'opening' ORDER BY 1`)).toEqual([
    { n: 3 },
    { n: 4 },
  ])
})

test('a listing corrected in the preview is made as corrected', async () => {
  const blank = await list('Sem SKU', { item: '77' })
  const typed = await list('Outro sem SKU')
  const [one, two] = [await list('Caneca', { sku: 'X' }), await list('Prato', { sku: 'X' })]
  const runId = await draft()
  expect(
    await decideArticleAction(envelope(company), { runId, listingId: typed, sku: 'MEU-1', as: null }),
  ).toMatchObject({ ok: true })
  const same = { runId, listingId: one, sku: null, as: 'join' as const, peers: true }
  expect(await decideArticleAction(envelope(company), same)).toMatchObject({ ok: true })
  expect(await fillSkusAction(envelope(company), { runId, fillBlank: true })).toMatchObject({ ok: true })
  await make(runId)
  const rows = await sql<{ id: string; sku: string }>(
    'SELECT l.id, p.sku::text AS sku FROM listing l JOIN product p ON p.id = l.product_id',
  )
  expect(new Map(rows.map(({ id, sku }) => [id, sku]))).toEqual(
    new Map([[blank, '77'], [typed, 'MEU-1'], [one, 'X'], [two, 'X']]), // prettier-ignore
  )
})

test('undoing removes products that were not used since, and names the others with the reason', async () => {
  const old = await addProduct(company, 'TEM')
  const cup = await list('Caneca', { sku: 'CAN', stock: 5 })
  for (const sku of ['EDITADO', 'CUSTO', 'VENDIDO', 'TEM']) await list(`Produto ${sku}`, { sku, stock: 2 })
  await addOrders(company, shopId, [{ at: new Date().toISOString(), status: 'confirmed', units: 1, listingId: cup }])
  const runId = await draft()
  await make(runId)
  const idOf = async (sku: string) => (await sql<{ id: string }>('SELECT id FROM product WHERE sku = $1', [sku]))[0]!.id
  await sql(`UPDATE product SET version = version + 1 WHERE sku = 'EDITADO'`)
  await sql(
    `INSERT INTO product_cost (organization_id, product_id, from_day, cost, source) VALUES ($2, $1, current_date, 1, 'typed')`,
    [await idOf('CUSTO'), company.organizationId],
  )
  const [channel] = await sql<{ id: string }>('SELECT id FROM channel')
  const order = {
    channelId: channel!.id,
    status: 'pending' as const,
    customerName: null,
    note: null,
    seenTotalCents: null,
  }
  await placeOrder(company.owner, { ...order, lines: [{ productId: await idOf('VENDIDO'), quantity: 1 }] })
  const undone = await undo(runId)
  expect(undone).toMatchObject({
    kind: 'productsUndo',
    state: 'done',
    summary: { takenBack: 1, staying: 3, changed: 2, orders: 1 },
  })
  expect(undone.summary.stays!.map(({ sku, why }) => [sku, why]).sort()).toEqual([
    ['CUSTO', 'cost'],
    ['EDITADO', 'edited'],
    ['VENDIDO', 'sold'],
  ])
  expect(
    (await sql<{ sku: string }>('SELECT sku::text FROM product WHERE archived_at IS NOT NULL')).map(({ sku }) => sku),
  ).toEqual(['CAN'])
  expect(await levelOf(company, await idOf('CAN'))).toEqual({ on_hand: 0, reserved: 0 })
  expect(
    await sql('SELECT 1 FROM order_item i JOIN product p ON p.id = i.product_id WHERE p.sku = $1', ['CAN']),
  ).toEqual([])
  expect(await sql('SELECT 1 FROM listing WHERE product_id = $1', [old])).toEqual([])
  expect((await undo(runId)).id).toBe(undone.id)
  // Made again, it is the same product.
  await make(await draft([cup]))
  expect(
    await sql(
      `SELECT l.id FROM listing l JOIN product p ON p.id = l.product_id WHERE p.sku = 'CAN' AND p.archived_at IS NULL`,
    ),
  ).toEqual([{ id: cup }])
})

test('a product that is sold while its run is undone stays, with its stock', async () => {
  for (const sku of ['FICA', 'SAI']) await list(`Produto ${sku}`, { sku, stock: 2 })
  const runId = await draft()
  await make(runId)
  const [sold] = await sql<{ id: string }>(`SELECT id FROM product WHERE sku = 'FICA'`)
  await withOwner((owner) =>
    owner.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too slow' USING errcode = '57014'; END $$;
      CREATE TRIGGER fail BEFORE UPDATE ON product FOR EACH ROW EXECUTE FUNCTION fail()`),
  )
  try {
    await expect(undo(runId)).rejects.toThrow()
  } finally {
    await withOwner((owner) => owner.query('DROP TRIGGER fail ON product; DROP FUNCTION fail()'))
  }
  const [channel] = await sql<{ id: string }>('SELECT id FROM channel')
  const order = {
    channelId: channel!.id,
    status: 'pending',
    customerName: null,
    note: null,
    seenTotalCents: null,
  } as const
  await placeOrder(company.owner, { ...order, lines: [{ productId: sold!.id, quantity: 1 }] })
  const { summary } = await undo(runId)
  expect(summary).toMatchObject({ takenBack: 1, staying: 1, stays: [{ sku: 'FICA', why: 'sold' }] })
  expect(await products()).toMatchObject([
    { sku: 'FICA', archived: false },
    { sku: 'SAI', archived: true },
  ])
  expect(await levelOf(company, sold!.id)).toEqual({ on_hand: 2, reserved: 1 })
})

test('barcode, weight and size from a sync are kept, also where the next one leaves them out', async () => {
  const row = { k: 'x1', x: 'x1', item: '991', model: '0', s: 'novo', t: 'Novo', p: 5000, o: 5000, status: 'NORMAL' }
  const write = (more: object) =>
    sql('SELECT created, updated FROM write_listings($1, $2::jsonb, NULL)', [
      shopId,
      JSON.stringify([{ ...row, promo: 0, hasPromotion: false, fulfilled: false, ...more }]),
    ])
  const whole = { gtin: '07891234567895', grams: 350, length: 200, width: 150, height: 100 }
  expect(await write(whole)).toEqual([{ created: 1, updated: 0 }])
  expect(await write({})).toEqual([{ created: 0, updated: 0 }])
  expect(await write({ grams: 400 })).toEqual([{ created: 0, updated: 1 }])
  expect(
    await sql(
      'SELECT gtin, weight_grams AS grams, length_mm AS length, width_mm AS width, height_mm AS height FROM listing',
    ),
  ).toEqual([{ ...whole, grams: 400 }])
})

describe('photos', () => {
  let server: Server
  const requests: string[] = []
  beforeAll(async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c04020' } })
      .jpeg()
      .toBuffer()
    server = createServer(({ url = '' }, reply) => {
      requests.push(url)
      if (url.startsWith('/file/good')) return void reply.writeHead(200).end(picture)
      if (url === '/file/away') return void reply.writeHead(302, { location: '/file/good' }).end()
      reply.writeHead(url === '/file/gone' ? 404 : 200).end('<html>')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  })
  afterAll(() => new Promise((closed) => server.close(closed)))

  test('are fetched and kept; one that cannot be had, or lies elsewhere, costs nothing but itself', async () => {
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { SHOPEE_PICTURE_HOSTS: hosts } = env()
    env().SHOPEE_PICTURE_HOSTS = [host]
    const images = [
      `${host}/file/good`,
      `${host}/file/gone`,
      `${host}/file/bad`,
      `${host}/file/away`,
      'http://127.0.0.1:1/file/good',
    ]
    for (const [at, image] of images.entries()) await list(`P${at}`, { sku: `P${at}`, image })
    const runId = await draft()
    await make(runId)
    env().SHOPEE_PICTURE_HOSTS = hosts
    const { summary } = await getRunFor(company.owner, runId)
    expect(summary).toMatchObject({ made: 5, photos: 1, photosLeft: 0 })
    expect(summary.photosMissing!.map(({ title }) => title).sort()).toEqual(['P1', 'P2', 'P3', 'P4'])
    expect(requests.filter((url) => url === '/file/good')).toHaveLength(1)
    expect(
      await sql(`SELECT f.kind FROM product p JOIN stored_file f ON f.id = p.photo_file_id WHERE p.sku = 'P0'`),
    ).toEqual([{ kind: 'photo' }])
  })
})
