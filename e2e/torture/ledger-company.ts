import { localDay } from '../../lib/core/dates'
import { createPurchase } from '../../lib/catalog/purchases/save-purchase'
import { createSupplier } from '../../lib/catalog/purchases/save-supplier'
import { sendPurchase } from '../../lib/catalog/purchases/send-purchase'
import { inspect } from '../../lib/testing/harnesses/database'
import { addShop } from '../../lib/testing/factories/sales'
import { addProducts, openCompanyHarness } from './company'
import type { Status, Units } from './stock-model'

export const PRODUCTS = 4
export const OPENING = 10
/** More than all receipts of a run bring. */
const BOUGHT = 100_000

export type LedgerCompany = Awaited<ReturnType<typeof openLedgerCompany>>

/** A company with products, a purchase on its way and a shop of the marketplace. */
export async function openLedgerCompany(name: string) {
  const harness = await openCompanyHarness(name, 0)
  const { owner } = harness.company
  const products = await addProducts(harness, PRODUCTS, OPENING)
  const supplierDetails = {
    document: null,
    contactName: null,
    email: null,
    phone: null,
    leadTimeDays: null,
    note: null,
  }
  const supplier = await createSupplier(owner, { name: 'Fornecedor', ...supplierDetails })
  const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }
  const { id: purchaseId } = await createPurchase(owner, {
    supplierId: supplier.id,
    legalEntityId: null,
    expectedOn: null,
    note: null,
    paymentDays: [],
    ...nothing,
    lines: products.map((productId) => ({ productId, quantity: BOUGHT, unitCostCents: 450n, supplierCode: null })),
  })
  await sendPurchase(owner, { id: purchaseId, version: 1 })
  const shopId = await addShop(harness.company, 'Loja')
  const today = localDay(new Date(), 'America/Sao_Paulo')
  return { harness, products, purchaseId, shopId, today, orderIds: [] as string[], receiptIds: [] as string[] }
}

export type PlacedOrder = { number: number; turn: number; lines: readonly Units[]; status: Status }

/** As the sync writes what the platform says of an order; `turn` tells what is newer. */
export async function sendOrder(
  { harness, shopId, today }: LedgerCompany,
  { number, turn, lines, status }: PlacedOrder,
): Promise<unknown> {
  const asOf = new Date(Date.now() + turn).toISOString()
  const units = lines.reduce((sum, line) => sum + line.units, 0)
  const payload = {
    status,
    platformStatus: status,
    placedAt: `${today}T12:00:00Z`,
    day: today,
    asOf,
    stage: turn,
    units,
    revenue: 100 * units,
    total: 100 * units,
    fulfilled: false,
    moves: true,
    buyer: null,
    money: [],
    packages: [],
    purgeAfter: asOf,
    items: lines.map(({ product, units }) => {
      const sku = `SKU-${product + 1}`
      return { k: sku, x: sku, item: sku, model: '0', s: sku, t: sku, v: null, q: units, p: 100, d: 0, m: 100 * units }
    }),
  }
  const hash = turn.toString(16).padStart(8, '0')
  const orders = JSON.stringify([{ number: 1, code: `SENT-${number}`, hash, payload }])
  const numbers = JSON.stringify({ [today.slice(0, 4)]: number })
  // The worker's alone, whose connections this process does not have.
  await inspect(harness.id, 'SELECT created FROM write_platform_orders($1, $2::jsonb, $3::jsonb, NULL)', [
    shopId,
    orders,
    numbers,
  ])
  return { number }
}
