import { readFileSync } from 'node:fs'
import { constants, inflateSync } from 'node:zlib'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import { recordAudit } from '@/lib/core/audit/record'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { readySheet } from '@/lib/testing/samples/action-samples'
import { listRoutes, type RouteInSource } from '@/lib/testing/harnesses/entries'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { addListing, addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { xlsxOf } from '@/lib/testing/factories/sheets'
import { exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { unpackZip } from '@/lib/testing/factories/unpack-zip'
import { verifyCompanies } from '@/lib/testing/harnesses/verified'

const ORIGIN = 'http://localhost:3000'

/** A company in which each of these ids leads to something. */
async function plant(company: TestOrganization) {
  const { organizationId, legalEntityId, owner } = company
  const shop = await addShop(company, 'Loja')
  const product = await addProduct(company, 'CANECA-1')
  const listing = await addListing(company, shop, 'Anúncio')
  const unmapped = await addListing(company, shop, 'Outro anúncio')
  await withOrganization(company, async (db) => {
    await db.listing.updateMany({ where: { organizationId, id: listing }, data: { productId: product } })
    await db.listing.updateMany({ where: { organizationId, id: unmapped }, data: { sku: 'CANECA-1' } })
  })
  const sale = { at: new Date().toISOString(), status: 'processing', cents: 9_900n } as const
  const [order] = await addOrders(company, shop, [
    { ...sale, productId: product, listingId: listing },
    { ...sale, listingId: unmapped },
  ])
  await addAdsDay(company, shop, localDay(new Date(), 'America/Sao_Paulo'), { '': 700n })
  await foldSales(company)
  await withOrganization(company, (db) => recordAudit(db, owner, { event: 'product.created', subjectId: product }))
  return {
    organization: organizationId,
    entity: legalEntityId,
    shop,
    product,
    listing,
    order: order!,
    run: await readySheet(company),
  }
}
type Planted = Awaited<ReturnType<typeof plant>>

type QueryRoute = {
  route: string
  /** The address without the ids, and each parameter of it that is one. */
  query?: Record<string, string>
  ids: Record<string, keyof Planted>
  body?: () => Promise<Buffer | string> | Buffer | string
  /** More than the id decides the answer here: the company's own id is answered like an unknown one. */
  isOpaque?: true
}

const since = localDay(new Date(Date.now() - 86_400_000), 'America/Sao_Paulo')
const csv = { format: 'csv' }
const sheet = () =>
  xlsxOf([
    ['SKU', 'Título'],
    ['A', 'Um'],
  ])
const cases: QueryRoute[] = [
  { route: 'GET /api/audit/history', query: { kind: 'product' }, ids: { id: 'product' } },
  { route: 'GET /api/audit/changes', query: { kind: 'product' }, ids: { id: 'product' } },
  { route: 'GET /api/mapping/history', ids: { listing: 'listing' } },
  { route: 'GET /api/mapping/preview', query: { since }, ids: { listing: 'listing', product: 'product' } },
  { route: 'GET /api/mapping/preview/bulk', query: { since }, ids: { run: 'run' } },
  { route: 'GET /api/mapping/preview/bulk', query: { since }, ids: { shop: 'shop' } },
  { route: 'GET /api/mapping/sheet', query: { tab: 'mapped' }, ids: { shop: 'shop' } },
  { route: 'GET /api/dispatch/picking-list', ids: { ids: 'order' } },
  { route: 'GET /api/dispatch/picking-list', ids: { shop: 'shop' } },
  { route: 'GET /api/profit/statement', query: csv, ids: { shop: 'shop' } },
  { route: 'GET /api/profit/statement', query: csv, ids: { channel: 'shop' } },
  { route: 'GET /api/profit/statement', query: csv, ids: { entity: 'entity' } },
  { route: 'GET /api/analytics', query: { ...csv, tab: 'hours' }, ids: { shop: 'shop' } },
  { route: 'GET /api/analytics', query: { ...csv, tab: 'hours' }, ids: { channel: 'shop' } },
  { route: 'GET /api/analytics', query: { ...csv, tab: 'ads' }, ids: { entity: 'entity' } },
  { route: 'GET /api/analytics', query: { ...csv, tab: 'price' }, ids: { product: 'product' } },
  { route: 'GET /api/orders/product-search', ids: { organization: 'organization', ids: 'product' } },
  { route: 'POST /api/functions/token', ids: { organization: 'organization' } },
  { route: 'POST /api/manus/webhook', ids: { organization: 'organization' }, body: () => '{}', isOpaque: true },
  { route: 'POST /api/imports', query: { fileName: 'p.xlsx' }, ids: { shopId: 'shop' }, body: sheet },
  { route: 'POST /api/money-files', query: { fileName: 'r.xlsx' }, ids: { shopId: 'shop' }, body: sheet },
  {
    route: 'POST /api/dispatch/invoices',
    query: { fileName: 'nota.xml' },
    ids: { orderId: 'order' },
    body: () => nfeXml({ totalCents: 9_900 }),
  },
]

/** Routes without an id in the address: names, words, a platform's signature, or the path's own id. */
const WITHOUT_IDS = [
  'GET /api/palette',
  'GET /api/orders/new',
  'GET /api/returns/new',
  'GET /api/health',
  'GET /api/metrics',
  'GET /api/audit/verify',
  'GET /api/sheets/template',
  'GET /api/shopee/callback',
  'GET /api/drive/callback',
  'POST /api/shopee/webhook',
  'GET /api/auth/[...nextauth]',
  'POST /api/auth/[...nextauth]',
  'GET /api/privacy/buyers/[id]',
  'GET /api/exports/[id]',
  'GET /api/dispatch/runs/[id]/labels',
  'GET /api/shops/[id]/master',
  'POST /api/assistants/[assistant]',
  'GET /api/functions',
  'POST /api/functions/[name]',
  'GET /api/mcp',
  'POST /api/mcp',
  'DELETE /api/mcp',
  'POST /api/cases/proofs',
  'POST /api/expenses/receipts',
  'POST /api/mapping/sheet',
  'POST /api/sheets',
]

let routes: RouteInSource[]
beforeAll(async () => void (routes = await listRoutes()))

test('every route that reads its request is asked with the ids of its address, or takes none', () => {
  const reading = routes.filter(({ path }) => /\brequest\b/.test(readFileSync(path, 'utf8'))).map(({ name }) => name)
  const known = [...new Set([...cases.map(({ route }) => route), ...WITHOUT_IDS])]
  expect(known.filter((name) => !routes.some((route) => route.name === name))).toEqual([])
  expect(reading.filter((name) => !known.includes(name))).toEqual([])
})

/** Where its last byte is a carriage return, that was taken for the end of a line. */
const unpack = (packed: string) =>
  inflateSync(Buffer.from(packed, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')

/** Its words alone: of a workbook its sheets, of a document what is printed. */
async function wordsOf(answer: Response): Promise<string> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? ''
  if (type.includes('spreadsheetml')) {
    const parts = [...(await unpackZip(bytes))].filter(([name]) => name.startsWith('xl/'))
    return parts.map(([name, content]) => `${name} ${content.toString('utf8')}`).join('\n')
  }
  if (!type.includes('pdf')) return bytes.toString('latin1')
  const streams = bytes.toString('latin1').matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)
  const parts = [...streams].map(([, packed]) => unpack(packed!))
  return parts.filter((part) => /\bTj\b/.test(part)).join('\n')
}

const counted = { tried: 0, differing: 0 }
afterAll(() =>
  reportFigures({
    refused: counted.tried,
    figures: [exactly('foreign ids in addresses that led somewhere', counted.differing, 0)],
  }),
)

async function answerOf(
  { route, query = {}, body }: QueryRoute,
  company: TestOrganization,
  ids: Record<string, string>,
) {
  const { handle } = routes.find(({ name }) => name === route)!
  const [method, path] = route.split(' ') as [string, string]
  const address = `${ORIGIN}${path}?${new URLSearchParams({ ...query, ...ids }).toString()}`
  const headers = { 'x-organization-id': company.organizationId, 'x-idempotency-key': newId() }
  const content = body && new Uint8Array(Buffer.from(await body()))
  const answer = await handle(new Request(address, { method, headers, body: content }), { params: Promise.resolve({}) })
  const given = Object.values(ids)
  const said = given.reduce((text, id) => text.replaceAll(id, 'id'), await wordsOf(answer))
  return { status: answer.status, said }
}

test.each(cases.map((one) => ({ ...one, of: Object.keys(one.ids).join() })))(
  '$route answers to the $of of another company as to an unknown one',
  async (one) => {
    const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
    const [own, their] = [await plant(mine), await plant(theirs)]
    await signInAs(mine.owner)
    const mark = await fingerprint(theirs.organizationId)
    const ownIds = Object.fromEntries(Object.entries(one.ids).map(([name, kind]) => [name, own[kind]]))
    for (const [name, kind] of Object.entries(one.ids)) {
      const unknown = await answerOf(one, mine, { ...ownIds, [name]: newId() })
      const others = await answerOf(one, mine, { ...ownIds, [name]: their[kind] })
      counted.tried += 1
      if (others.said !== unknown.said) counted.differing += 1
      expect({ name, ...others }).toEqual({ name, ...unknown })
      // The company's own id is answered otherwise than an unknown one, so the id is read.
      if (!one.isOpaque) expect(await answerOf(one, mine, ownIds)).not.toEqual(unknown)
    }
    expect(await fingerprint(theirs.organizationId)).toEqual(mark)
  },
)

if (isFullProfile) test('the trails of its companies are whole', () => verifyCompanies({ isPlanted: true }))
