import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import { recordFile, writeFile, type FileKind } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { priceSamples } from './price-samples'
import { accountSamples } from './account-samples'
import { agentSamples } from './agent-samples'
import { assistantSamples } from './assistant-samples'
import { integrationSamples } from './integration-samples'
import { packingSamples } from './packing-samples'
import { caseSamples } from './case-samples'
import { orderListSamples } from './order-list-samples'
import { dispatchSamples } from './dispatch-samples'
import { mappingSamples } from './mapping-samples'
import { moneySamples } from './money-samples'
import { monthSamples } from './month-samples'
import { purchaseSamples } from './purchase-samples'
import { expenseSamples } from './expense-samples'
import { feeSamples } from './fee-samples'
import { healthSamples } from './health-samples'
import type { TestOrganization } from '../factories/factories'
import { channelOf } from '../harnesses/order-harness'
import { orderSamples } from './order-samples'
import { productivitySamples } from './productivity-samples'
import { addListing, addOrders, addShop } from '../factories/sales'
import { addStockedProduct } from '../factories/stocked-product'
import { warehouseSamples } from './warehouse-samples'

type Sample = (company: TestOrganization) => Promise<object>

const asOwner = <T>({ organizationId }: TestOrganization, run: Parameters<typeof withOrganization<T>>[1]) =>
  withOrganization({ organizationId }, run)

const product = (company: TestOrganization) =>
  addStockedProduct(company, { sku: newId(), priceCents: 1_000n, onHand: 10, cost: '4' })

async function order(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const [id, channelId] = [newId(), await channelOf(company)]
  const cents = { revenueCents: 0n, totalCents: 0n }
  const when = { placedAt: new Date(), localDay: new Date('2026-11-21') }
  const place = { platform: 'manual', channelId, outletId: channelId, status: 'pending', units: 1 } as const
  await asOwner(company, (db) =>
    db.order.create({ data: { organizationId, id, code: id, ...place, ...cents, ...when }, select: { id: true } }),
  )
  return id
}

async function storedFile(company: TestOrganization, kind: FileKind): Promise<string> {
  const file = await writeFile(company.organizationId, Readable.from(['a']), 10)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await asOwner(company, (db) => recordFile(db, company.owner, file, { kind, name: 'a', expiresAt }))
  return file.id
}
export const storedPhoto = (company: TestOrganization) => storedFile(company, 'photo')

async function importIn(company: TestOrganization, state: 'ready' | 'done'): Promise<string> {
  const { organizationId } = company
  const [id, fileId] = [newId(), await storedFile(company, 'import')]
  const data = { fileId, fileName: 'a.xlsx', state, total: 1, options: { shopName: 'Loja' } }
  await asOwner(company, (db) => db.import.create({ data: { organizationId, id, ...data }, select: { id: true } }))
  return id
}

const aSheet = {
  source: 'mascate',
  shape: 'products',
  places: { sku: 0 },
  units: { weight: 'g', size: 'mm' },
  zeroIsEmpty: false,
  deposits: [],
  headings: [[0, 'SKU']],
}

/** A sheet of products that waits for a yes. */
export async function sheetIn(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const [id, fileId] = [newId(), await storedFile(company, 'import')]
  const data = {
    fileId,
    fileName: 'a.xlsx',
    kind: 'catalogue',
    state: 'ready',
    total: 1,
    summary: { sheet: aSheet },
  } as const
  await asOwner(company, (db) => db.import.create({ data: { organizationId, id, ...data }, select: { id: true } }))
  return id
}

export const doneImport = (company: TestOrganization) => importIn(company, 'done')

/** An import of one order, and another shop to which it is to go. */
async function moveFields(company: TestOrganization) {
  const importId = await doneImport(company)
  const wrong = await addShop(company, newId())
  const [orderId] = await addOrders(company, wrong, [
    { at: new Date().toISOString(), productId: await product(company) },
  ])
  const { organizationId } = company
  await asOwner(company, async (db) => {
    await db.import.updateMany({ where: { organizationId, id: importId }, data: { shopId: wrong } })
    const reported = { source: 'export', fieldsHash: Uint8Array.of(0), asOf: new Date(), importId } as const
    await db.orderSource.create({ data: { organizationId, orderId: orderId!, ...reported }, select: { orderId: true } })
  })
  return { importId, shopId: await addShop(company, newId()) }
}

const productFields = async (company: TestOrganization) => ({
  sku: newId(),
  title: 'Garrafa',
  priceCents: 100n,
  descriptionHtml: '',
  barcodes: [],
  shelfAddress: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  minimumStock: null,
  costCents: 500n,
  photoFileId: await storedPhoto(company),
})

export const entityFields = {
  name: 'Filial',
  sellerType: 'cnpj',
  document: null,
  stateRegistration: null,
  state: 'SP',
  openedOn: null,
}

async function entity(company: TestOrganization, archivedAt: Date | null = null): Promise<string> {
  const data = { organizationId: company.organizationId, id: newId(), name: 'Filial', archivedAt }
  await asOwner(company, (db) => db.legalEntity.create({ data, select: { id: true } }))
  return data.id
}

async function taxRate(company: TestOrganization): Promise<{ id: string; rateId: string }> {
  const { organizationId } = company
  const [legalEntityId, id] = [await entity(company), newId()]
  const data = { organizationId, legalEntityId, id, fromDay: new Date('2026-01-01'), regime: 'mei' } as const
  await asOwner(company, (db) => db.taxRate.create({ data, select: { id: true } }))
  return { id: legalEntityId, rateId: id }
}

async function archivedChannel(company: TestOrganization): Promise<string> {
  const { organizationId, legalEntityId } = company
  const data = { organizationId, legalEntityId, id: newId(), name: 'Feira', archivedAt: new Date() }
  await asOwner(company, (db) => db.channel.create({ data, select: { id: true } }))
  return data.id
}

let shopNumber = 880_100_000
async function syncFailure(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const data = { id: newId(), shopId: await addShop(company, newId()), operation: 'order', subject: 'A' }
  await asOwner(company, (db) =>
    db.syncFailure.create({ data: { organizationId, ...data, errorCode: 'notFound' }, select: { id: true } }),
  )
  return data.id
}

async function numberedShop(company: TestOrganization, status: 'pending' | 'active'): Promise<string> {
  const { organizationId } = company
  const id = await addShop(company, newId())
  const data = { status, externalShopId: String(++shopNumber) }
  await asOwner(company, (db) => db.shop.updateMany({ where: { organizationId, id }, data }))
  return id
}

export async function readySheet(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const input = { rows: [], scope: 'future', how: 'sheet' }
  const data = { organizationId, id: newId(), kind: 'sheet', state: 'ready', input } as const
  await asOwner(company, (db) => db.mappingRun.create({ data, select: { id: true } }))
  return data.id
}

async function mappedListing(company: TestOrganization): Promise<{ listingId: string; seenProductId: string }> {
  const { organizationId } = company
  const listingId = await addListing(company, await addShop(company, newId()), 'Anúncio')
  const seenProductId = await product(company)
  await asOwner(company, (db) =>
    db.listing.updateMany({ where: { organizationId, id: listingId }, data: { productId: seenProductId } }),
  )
  return { listingId, seenProductId }
}

/** A listing of a connected shop whose stock and prices we set; its update was refused once. */
async function listingWithFailedUpdate(company: TestOrganization, kind: 'stock' | 'price'): Promise<string> {
  const { organizationId } = company
  const shopId = await numberedShop(company, 'active')
  const listingId = await addListing(company, shopId, 'Anúncio')
  await asOwner(company, async (db) => {
    const masters = { stockMaster: 'mascate', priceMaster: 'mascate' } as const
    await db.shop.updateMany({ where: { organizationId, id: shopId }, data: masters })
    await db.listing.updateMany({
      where: { organizationId, id: listingId },
      data: { itemId: listingId, modelId: '0', syncedAt: new Date() },
    })
    const update = { organizationId, listingId, kind, wanted: 1n, attempts: 1, errorCode: 'businessRefused' }
    await db.listingUpdate.create({ data: update, select: { listingId: true } })
  })
  return listingId
}

/**
 * For every action that takes an id: an input that its company's owner may send, over records made for it alone. The test
 * of foreign ids puts another company's in the place of each id, one at a time.
 */
export const actionSamples: Record<string, Sample> = {
  ...priceSamples,
  ...accountSamples,
  ...assistantSamples,
  ...integrationSamples,
  ...mappingSamples,
  ...agentSamples,
  ...packingSamples,
  ...caseSamples,
  ...orderListSamples,
  ...dispatchSamples,
  ...moneySamples,
  ...monthSamples,
  ...orderSamples,
  ...warehouseSamples,
  ...purchaseSamples,
  ...expenseSamples,
  ...feeSamples,
  ...healthSamples,
  ...productivitySamples,
  'channel.archive': async (company) => ({ id: await channelOf(company) }),
  'channel.create': async ({ legalEntityId }) => ({ name: newId(), feeRate: '0', legalEntityId }),
  'channel.restore': async (company) => ({ id: await archivedChannel(company) }),
  'channel.update': async (company) => ({
    name: newId(),
    feeRate: '0.05',
    seen: { name: 'Venda direta', feeRate: '0' },
    id: await channelOf(company),
  }),
  'import.cancel': async (company) => ({ importId: await importIn(company, 'ready') }),
  'import.confirm': async (company) => ({
    takeStock: false,
    leaveOutBadRows: false,
    importId: await importIn(company, 'ready'),
  }),
  'sheet.confirm': async (company) => ({
    importId: await sheetIn(company),
    leaveOutBadRows: false,
    reason: null,
    stockFrom: null,
  }),
  'sheet.mapColumns': async (company) => ({
    importId: await sheetIn(company),
    places: { sku: 0 },
    weight: 'kg',
    size: 'cm',
    zeroIsEmpty: true,
  }),
  'import.move': moveFields,
  'import.previewMove': moveFields,
  'import.createProducts': async (company) => ({ importId: await doneImport(company) }),
  'legalEntity.archive': async (company) => ({ id: await entity(company), version: 1 }),
  'legalEntity.restore': async (company) => ({ id: await entity(company, new Date()), version: 1 }),
  'legalEntity.update': async (company) => ({ ...entityFields, id: await entity(company), version: 1 }),
  'kit.create': async (company) => ({
    sku: newId(),
    title: 'Kit',
    parts: [{ productId: await product(company), quantity: 2 }],
  }),
  'listing.applySheet': async (company) => ({ scope: 'open', runId: await readySheet(company) }),
  'listing.map': async (company) => ({
    quantity: 1,
    seenQuantity: 1,
    how: 'hand',
    scope: 'open',
    sinceDay: null,
    ...(await mappedListing(company)),
    productId: await product(company),
  }),
  'listing.setPrice': async (company) => ({
    priceCents: 100n,
    listingId: await listingWithFailedUpdate(company, 'price'),
  }),
  'openingRevenue.set': async (company) => ({
    id: await entity(company),
    version: 1,
    months: [{ month: '2026-01-01', revenueCents: 100n }],
  }),
  'order.changeStatus': async (company) => ({ id: await order(company), version: 1, to: 'confirmed' }),
  'order.place': async (company) => ({
    status: 'pending',
    customerName: null,
    note: null,
    seenTotalCents: null,
    channelId: await channelOf(company),
    lines: [{ productId: await product(company), quantity: 1 }],
  }),
  'outlet.move': async (company) => ({
    kind: 'channel',
    fromEntityId: company.legalEntityId,
    id: await channelOf(company),
    toEntityId: await entity(company),
    fromDay: '2026-06-01',
  }),
  'product.archive': async (company) => ({ id: await product(company), version: 1 }),
  'product.create': async (company) => ({ ...(await productFields(company)), openingStock: 0 }),
  'product.editMany': async (company) => ({ entries: [{ id: await product(company), version: 1, priceCents: 100n }] }),
  'product.restore': async (company) => ({ id: await product(company), version: 1 }),
  'product.update': async (company) => ({
    ...(await productFields(company)),
    id: await product(company),
    version: 1,
  }),
  'push.retry': async (company) => ({ listingIds: [await listingWithFailedUpdate(company, 'stock')], kind: 'stock' }),
  'shop.authorize': async (company) => ({ id: await numberedShop(company, 'pending') }),
  'shop.create': async ({ legalEntityId }) => ({
    name: newId(),
    platform: 'shopee',
    externalShopId: '880000001',
    legalEntityId,
  }),
  'shop.disconnect': async (company) => ({ id: await numberedShop(company, 'active'), version: 1 }),
  'shop.setNoAds': async (company) => ({ version: 1, noAdsFrom: '2026-11-01', id: await addShop(company, newId()) }),
  'shop.setStockRules': async (company) => ({
    version: 1,
    safetyUnits: 1,
    lastUnits: 0,
    id: await addShop(company, newId()),
  }),
  'shop.switchMaster': async (company) => ({
    version: 1,
    kind: 'stock',
    master: 'mascate',
    id: await numberedShop(company, 'active'),
  }),
  'shop.sync': async (company) => ({ id: await numberedShop(company, 'active') }),
  'shop.test': async (company) => ({ id: await numberedShop(company, 'pending') }),
  'shop.update': async (company) => ({
    version: 1,
    name: newId(),
    externalShopId: null,
    id: await addShop(company, newId()),
  }),
  'stock.adjust': async (company) => ({
    how: 'change',
    units: 1,
    seenOnHand: 10,
    reason: 'Contagem',
    productId: await product(company),
  }),
  'syncFailure.dismiss': async (company) => ({ failureId: await syncFailure(company) }),
  'syncFailure.retry': async (company) => ({ failureId: await syncFailure(company) }),
  'taxRate.remove': async (company) => ({ ...(await taxRate(company)), version: 1 }),
  'taxRate.set': async (company) => ({
    ...(await taxRate(company)),
    version: 1,
    fromDay: '2026-01-01',
    regime: 'simples',
    rate: '0.04',
  }),
  switch: async ({ organizationId }) => ({ organizationId }),
}
