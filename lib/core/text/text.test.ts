import { createExpenseInput, voidExpenseInput } from '@/lib/money/expenses/schema'
import { newId } from '../ids'
import { changeOrderStatusInput, placeOrderInput } from '@/lib/sales/orders/schema'
import { archiveProductInput, createProductInput } from '@/lib/catalog/products/schema'

const order = { channelId: newId(), status: 'pending', customerName: null, note: null, seenTotalCents: null }
const lines = [{ productId: newId(), quantity: 1 }]
const product = { sku: 'A', title: 'A', priceCents: null, costCents: null, openingStock: 0, descriptionHtml: '' }
const parcel = { shelfAddress: null, weightGrams: null, lengthMm: null, widthMm: null, heightMm: null }
const stock = { barcodes: [], photoFileId: null, minimumStock: null, ...parcel }
const expense = { description: 'A', amountCents: 1n, kind: 'fixed', dueOn: '2026-11-21', category: null, paidOn: null }

const forms = {
  order: { schema: placeOrderInput, sound: { ...order, lines }, texts: ['customerName', 'note'] },
  product: {
    schema: createProductInput,
    sound: { ...product, ...stock },
    texts: ['sku', 'title', 'descriptionHtml', 'shelfAddress'],
  },
  expense: { schema: createExpenseInput, sound: expense, texts: ['description', 'category'] },
}
const cases = Object.entries(forms).flatMap(([form, { schema, sound, texts }]) =>
  texts.map((field) => [`${form}.${field}`, field, schema, sound] as const),
)

test.each(cases)('%s refuses what a database cannot store, at its field', (_, field, schema, sound) => {
  expect(schema.safeParse({ ...sound, [field]: 'Garrafa 😀 ç' }).success).toBe(true)
  for (const naughty of ['A\u0000B', 'A \ud83d', '\udc00 A']) {
    const refused = schema.safeParse({ ...sound, [field]: naughty })
    expect(refused.error?.issues).toMatchObject([{ path: [field], message: 'errors.textInvalid' }])
  }
})

test.each([
  ['order', changeOrderStatusInput, { to: 'confirmed' }],
  ['product', archiveProductInput, {}],
  ['expense', voidExpenseInput, {}],
] as const)("an %s's version is one that its column holds", (_, schema, more) => {
  const withVersion = (version: number) => schema.safeParse({ id: newId(), version, ...more }).success
  expect([withVersion(2_147_483_647), withVersion(2_147_483_648)]).toEqual([true, false])
})
