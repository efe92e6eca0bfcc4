import { withOrganization } from '@/lib/core/db'
import { setCosts } from '@/lib/catalog/costs/set-costs'
import { newId } from '@/lib/core/ids'
import { receivePurchase } from '@/lib/catalog/purchases/receive-purchase'
import { createPurchase } from '@/lib/catalog/purchases/save-purchase'
import { sendPurchase } from '@/lib/catalog/purchases/send-purchase'
import { uploadInvoice } from '@/lib/catalog/purchases/upload-invoice'
import type { TestOrganization } from '../factories/factories'
import { addProduct } from '../factories/sales'
import { supplierNfe } from '../factories/supplier-nfe'

type Sample = (company: TestOrganization) => Promise<object>

export const supplierFields = {
  name: 'Fornecedor',
  document: null,
  contactName: null,
  email: null,
  phone: null,
  leadTimeDays: null,
  note: null,
}

async function supplier(company: TestOrganization, archivedAt: Date | null = null): Promise<string> {
  const { organizationId } = company
  const data = { organizationId, id: newId(), name: 'Fornecedor', archivedAt }
  await withOrganization(company, (db) => db.supplier.create({ data, select: { id: true } }))
  return data.id
}

const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }
const purchaseFields = async (company: TestOrganization) => ({
  expectedOn: null,
  note: null,
  paymentDays: [30],
  ...nothing,
  supplierId: await supplier(company),
  legalEntityId: company.legalEntityId,
  lines: [{ productId: await addProduct(company, newId()), supplierCode: null, quantity: 2, unitCostCents: 100n }],
})

const draft = async (company: TestOrganization) =>
  (await createPurchase(company.owner, await purchaseFields(company))).id

async function sent(company: TestOrganization): Promise<string> {
  const id = await draft(company)
  await sendPurchase(company.owner, { id, version: 1 })
  return id
}

const lines = [{ line: 1, units: 1, note: null }]

async function received(company: TestOrganization) {
  const id = await sent(company)
  return { id, ...(await receivePurchase(company.owner, { id, version: 2, note: null, allowOver: false, lines })) }
}

let number = 90_000
async function invoice(company: TestOrganization): Promise<string> {
  number += 1
  const xml = supplierNfe({ to: '19131243000197', number, lines: [{ code: 'A', quantity: '1', goodsCents: 100 }] })
  return (await uploadInvoice(company.owner, { file: new File([xml], 'nota.xml') })).id
}

/** A purchase from whom the invoices are of. */
async function ofIssuer(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const id = await sent(company)
  await withOrganization(company, async (db) => {
    const purchaseOrder = await db.purchaseOrder.findFirstOrThrow({
      where: { organizationId, id },
      select: { supplierId: true },
    })
    const where = { organizationId, id: purchaseOrder.supplierId }
    await db.supplier.updateMany({ where, data: { document: '11222333000181' } })
  })
  return id
}

const costFields = async (company: TestOrganization) => ({
  fromDay: '2026-01-01',
  costCents: 100n,
  productId: await addProduct(company, newId()),
})

const costsFields = async (company: TestOrganization) => ({
  fromDay: null,
  entries: [{ productId: await addProduct(company, newId()), cost: '1.50' }],
})

export const purchaseSamples: Record<string, Sample> = {
  'product.correctCost': async (company) => ({ ...(await costFields(company)), recost: true }),
  'product.previewCost': costFields,
  'product.previewCosts': costsFields,
  'product.setCosts': costsFields,
  'product.takeBackCosts': async (company) => {
    const input = await costsFields(company)
    await setCosts(company.owner, input)
    return input
  },
  'product.setBuying': async (company) => ({
    version: 1,
    leadTimeDays: 5,
    productId: await addProduct(company, newId()),
    sources: [{ supplierId: await supplier(company), code: 'A', unitsPerPack: 12, minimumUnits: null }],
  }),
  'purchase.close': async (company) => ({ id: await sent(company), version: 2 }),
  'purchase.create': purchaseFields,
  'purchase.draftSuggestion': async (company) => ({
    supplierId: await supplier(company),
    lines: [{ productId: await addProduct(company, newId()), supplierCode: null, quantity: 2 }],
  }),
  'purchase.receive': async (company) => ({
    version: 2,
    note: null,
    allowOver: false,
    lines,
    id: await sent(company),
  }),
  'purchase.reverseReceipt': async (company) => {
    const { id, receiptId } = await received(company)
    return { id, receiptId, version: 3, reason: 'Errado' }
  },
  'purchase.send': async (company) => ({ id: await draft(company), version: 1 }),
  'purchase.update': async (company) => ({
    ...(await purchaseFields(company)),
    id: await draft(company),
    version: 1,
  }),
  'purchaseInvoice.book': async (company) => ({
    version: 1,
    notOurs: true,
    withPayables: false,
    id: await invoice(company),
    purchaseId: await ofIssuer(company),
    lines: [{ productId: await addProduct(company, newId()), units: 1 }],
  }),
  'purchaseInvoice.drop': async (company) => ({ id: await invoice(company), version: 1 }),
  'supplier.archive': async (company) => ({ id: await supplier(company), version: 1 }),
  'supplier.restore': async (company) => ({ id: await supplier(company, new Date()), version: 1 }),
  'supplier.update': async (company) => ({ ...supplierFields, id: await supplier(company), version: 1 }),
}
