import { withOrganization } from '@/lib/core/db'
import { bookInvoice, dropInvoice } from './book-invoice'
import { getInvoiceView } from './invoice-view'
import { createPurchase } from './save-purchase'
import { createSupplier } from './save-supplier'
import { sendPurchase } from './send-purchase'
import { uploadInvoice } from './upload-invoice'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { supplierNfe } from '@/lib/testing/factories/supplier-nfe'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'

const ours = '11444777000161'
let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  const { organizationId, legalEntityId: id } = company
  await withOrganization(company, (db) =>
    db.legalEntity.updateMany({ where: { organizationId, id }, data: { document: ours } }),
  )
})

const upload = (xml: string) => uploadInvoice(company.owner, { file: new File([xml], 'nota.xml') })
const viewOf = async (id: string) =>
  (await withOrganization(company, (db) => getInvoiceView(db, company.organizationId, id)))!
const purchaseOf = (id: string) =>
  withOrganization(company, (db) =>
    db.purchaseOrder.findFirstOrThrow({
      where: { id },
      include: { supplier: true, lines: { orderBy: { line: 'asc' } }, payables: { include: { expense: true } } },
    }),
  )
const book = (id: string, lines: { productId: string | null; units: number | null }[], more: object = {}) =>
  bookInvoice(company.owner, {
    id,
    version: 1,
    purchaseId: null,
    notOurs: false,
    withPayables: true,
    lines,
    ...more,
  })

test('an invoice becomes a purchase with its landed cost, supplier and payables, and is remembered for the next', async () => {
  const cup = await addStockedProduct(company, { sku: 'CAN-1' })
  const bottle = await addStockedProduct(company, { sku: 'GAR-1', barcodes: ['7891234567895'] })
  const lines = [
    { code: 'CX12', quantity: '2.0000', unit: 'CX', goodsCents: 12_000, ipiCents: 600, stCents: 333 },
    { code: 'G', quantity: '5', goodsCents: 5_000, ean: '7891234567895', discountCents: 50 },
  ]
  const instalments = [
    { dueOn: '2026-12-10', cents: 9_000 },
    { dueOn: '2027-01-10', cents: 9_884 },
  ]
  const { id, isOurs } = await upload(supplierNfe({ to: ours, lines, freightCents: 1_001, instalments }))
  expect(isOurs).toBe(true)
  const seen = await viewOf(id)
  expect(seen).toMatchObject({ supplierIsNew: true, unexplainedCents: 0n })
  expect(seen.lines).toMatchObject([
    { product: null, units: 2 },
    { product: { id: bottle }, by: 'ean', units: 5 },
  ])
  const { purchaseId } = await book(id, [
    { productId: cup, units: 24 },
    { productId: bottle, units: 5 },
  ])
  const purchase = await purchaseOf(purchaseId)
  expect(purchase).toMatchObject({
    status: 'sent',
    totalCents: 18_884n,
    legalEntityId: company.legalEntityId,
    supplier: { document: '11222333000181', name: 'Distribuidora Teste & Filhos' },
    lines: [
      { productId: cup, quantity: 24, ipiCents: 600n, stCents: 333n, freightCents: 707n, landedCents: 13_640n },
      { productId: bottle, quantity: 5, discountCents: 50n, freightCents: 294n, landedCents: 5_244n },
    ],
  })
  expect(purchase.payables.map(({ amountCents, expense }) => [amountCents, expense.stockPurchase])).toEqual([
    [9_000n, true],
    [9_884n, true],
  ])
  const next = await upload(supplierNfe({ to: ours, lines: [{ ...lines[0]!, quantity: '3' }], number: 4322 }))
  expect((await viewOf(next.id)).lines).toMatchObject([{ product: { id: cup }, by: 'code', units: 36 }])
})

test('the same invoice enters once, also when sent twice at the same time, and after it was discarded', async () => {
  const xml = supplierNfe({ to: ours, lines: [{ code: 'A', quantity: '1', goodsCents: 100 }] })
  const answers = await Promise.allSettled([upload(xml), upload(xml)])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(upload(xml)).rejects.toMatchObject({ code: 'purchaseInvoiceDuplicate' })
  const [kept] = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  await dropInvoice(company.owner, { id: kept!.id, version: 1 })
  await expect(upload(xml)).rejects.toMatchObject({ code: 'purchaseInvoiceDuplicate' })
})

test('an invoice for another recipient is reported, and booked only after a confirmation', async () => {
  const product = await addStockedProduct(company, { sku: 'A' })
  const lines = [{ code: 'A', quantity: '1', goodsCents: 100 }]
  const { id, isOurs } = await upload(supplierNfe({ to: '19131243000197', lines }))
  expect(isOurs).toBe(false)
  const bought = [{ productId: product, units: 1 }]
  await expect(book(id, bought)).rejects.toMatchObject({ code: 'purchaseInvoiceNotOurs' })
  const { purchaseId } = await book(id, bought, { notOurs: true })
  expect(await purchaseOf(purchaseId)).toMatchObject({ legalEntityId: null, totalCents: 100n })
  await expect(book(id, bought, { notOurs: true, version: 2 })).rejects.toMatchObject({ code: 'purchaseMovedOn' })
})

test('an invoice takes the place of what was ordered, and shows what differs', async () => {
  const [a, b, c] = [
    await addStockedProduct(company, { sku: 'A' }),
    await addStockedProduct(company, { sku: 'B' }),
    await addStockedProduct(company, { sku: 'C' }),
  ]
  const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }
  const supplier = await createSupplier(company.owner, {
    name: 'Fornecedor',
    document: '11222333000181',
    contactName: null,
    email: null,
    phone: null,
    leadTimeDays: null,
    note: null,
  })
  const { id: purchaseId } = await createPurchase(company.owner, {
    supplierId: supplier.id,
    legalEntityId: null,
    expectedOn: null,
    note: null,
    paymentDays: [30],
    ...nothing,
    lines: [
      { productId: a, supplierCode: null, quantity: 10, unitCostCents: 100n },
      { productId: b, supplierCode: null, quantity: 4, unitCostCents: 50n },
    ],
  })
  await sendPurchase(company.owner, { id: purchaseId, version: 1 })
  const lines = [
    { code: 'A', quantity: '8', goodsCents: 880 },
    { code: 'C', quantity: '1', goodsCents: 20 },
  ]
  const { id } = await upload(supplierNfe({ to: ours, lines }))
  expect((await viewOf(id)).purchases).toMatchObject([{ id: purchaseId, number: 1 }])
  await book(
    id,
    [
      { productId: a, units: 8 },
      { productId: c, units: 1 },
    ],
    { purchaseId },
  )
  const purchase = await purchaseOf(purchaseId)
  expect(purchase.lines).toMatchObject([
    { productId: a, quantity: 8, goodsCents: 880n, orderedUnits: 10, orderedGoodsCents: 1_000n },
    { productId: c, quantity: 1, orderedUnits: 0 },
    { productId: b, quantity: 0, goodsCents: 0n, orderedUnits: 4 },
  ])
  const owed = purchase.payables.filter(({ expense }) => expense.voidedAt === null)
  expect(owed.map(({ amountCents }) => amountCents)).toEqual([900n])
})

test('an invoice that takes the place of what is being paid waits for the payment and is refused: nothing is owed twice', async () => {
  const a = await addStockedProduct(company, { sku: 'A' })
  const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }
  const supplier = await createSupplier(company.owner, {
    name: 'Fornecedor',
    document: '11222333000181',
    contactName: null,
    email: null,
    phone: null,
    leadTimeDays: null,
    note: null,
  })
  const { id: purchaseId } = await createPurchase(company.owner, {
    supplierId: supplier.id,
    legalEntityId: null,
    expectedOn: null,
    note: null,
    paymentDays: [30],
    ...nothing,
    lines: [{ productId: a, supplierCode: null, quantity: 10, unitCostCents: 100n }],
  })
  await sendPurchase(company.owner, { id: purchaseId, version: 1 })
  const { id } = await upload(supplierNfe({ to: ours, lines: [{ code: 'A', quantity: '10', goodsCents: 1_000 }] }))
  const { payables } = await purchaseOf(purchaseId)
  const { expenseId } = payables[0]!
  let booking: Promise<unknown> = Promise.resolve()
  await withOrganization(company.owner, async (db) => {
    await db.expense.updateMany({ where: { id: expenseId }, data: { status: 'paid', paidOn: new Date('2026-11-22') } })
    booking = book(id, [{ productId: a, units: 10 }], { purchaseId })
    booking.catch(() => undefined)
    await untilWaiting(1)
  })
  await expect(booking).rejects.toMatchObject({ code: 'purchaseHasPayables' })
  const owed = (await purchaseOf(purchaseId)).payables.filter(({ expense }) => expense.voidedAt === null)
  expect(owed.map(({ amountCents }) => amountCents)).toEqual([1_000n])
})

test('no invoice, purchase or product of another company is reached', async () => {
  const other = await createTestOrganization()
  const theirs = await addStockedProduct(other, { sku: 'A' })
  const { id } = await upload(supplierNfe({ to: ours, lines: [{ code: 'A', quantity: '1', goodsCents: 100 }] }))
  const bought = [{ productId: theirs, units: 1 }]
  await expect(book(id, bought)).rejects.toMatchObject({ code: 'notFound' })
  await expect(dropInvoice(other.owner, { id, version: 1 })).rejects.toMatchObject({ code: 'notFound' })
  expect(await withOrganization(other, (db) => getInvoiceView(db, other.organizationId, id))).toBeNull()
})

test('a due day that the invoice leaves open is asked for, and services are owed with the goods', async () => {
  const product = await addStockedProduct(company, { sku: 'CAN-1' })
  const lines = [{ code: 'A', quantity: '1', goodsCents: 10_000 }]
  const instalments = [
    { dueOn: '2026-12-10', cents: 4_000 },
    { dueOn: '2026-12-11', cents: 6_000 },
  ]
  const xml = supplierNfe({ to: ours, lines, instalments }).replace('<dVenc>2026-12-11</dVenc>', '')
  const { id } = await upload(xml)
  const bought = [{ productId: product, units: 1 }]
  await expect(book(id, bought)).rejects.toMatchObject({ fields: { 'dueDays.1': ['purchases.fields.dueDay'] } })
  const { purchaseId } = await book(id, bought, { dueDays: [null, '2027-01-05'] })
  const { payables } = await purchaseOf(purchaseId)
  expect(
    payables.map(({ expense }) => `${expense.dueOn.toISOString().slice(0, 10)} ${expense.amountCents}`).toSorted(),
  ).toEqual(['2026-12-10 4000', '2027-01-05 6000'])
})
