import { addProduct, draftOf, readDraft, shortBy, totalsOf, type EditDraft } from './edit-draft'
import type { OrderEditView } from './edit-order-view'
import { editOrderInput, maxLineUnits } from './schema'

const id = '01a2000e-d7f5-739f-8578-a05e2cd85501'
const order: OrderEditView = {
  id,
  code: 'MAN-2026-00001',
  version: 3,
  channelId: id,
  day: '2026-11-20',
  customerName: null,
  discountCents: 150n,
  freightPaidCents: 1_000n,
  freightCostCents: null,
  paymentMethod: 'pix',
  channels: [],
  today: '2026-11-21',
  lines: [
    { line: 2, productId: id, sku: 'GAR', title: 'Garrafa', quantity: 4, unitPriceCents: 123_456n, available: 3 },
    { line: 5, productId: null, sku: '', title: 'Avulso', quantity: 1, unitPriceCents: 50n, available: null },
  ],
}
const pt = draftOf(order, 'pt')
const withLine = (changes: object): EditDraft => ({
  ...pt,
  lines: pt.lines.map((line, index) => (index === 0 ? { ...line, ...changes } : line)),
})
const product = { id: 'p', sku: 'POTE', title: 'Pote', priceCents: '999', available: 7 }

test('an untouched form sends the order as it is, in either language', () => {
  for (const language of ['pt', 'en'] as const) {
    const read = readDraft(draftOf(order, language), language)
    expect(read).toEqual({
      ok: true,
      input: {
        channelId: id,
        day: '2026-11-20',
        customerName: null,
        discountCents: 150n,
        freightPaidCents: 1_000n,
        freightCostCents: null,
        paymentMethod: 'pix',
        lines: [
          { line: 2, productId: id, quantity: 4, unitPriceCents: 123_456n },
          { line: 5, productId: null, quantity: 1, unitPriceCents: 50n },
        ],
      },
    })
    if (read.ok) expect(editOrderInput.safeParse({ ...read.input, id, version: 3 }).success).toBe(true)
  }
  expect(totalsOf(pt, 'pt')).toEqual({ grossCents: 493_874n, totalCents: 494_724n })
})

test.each([
  [{ quantity: '0' }, 'quantity.line-2'],
  [{ quantity: '1,5' }, 'quantity.line-2'],
  [{ quantity: String(maxLineUnits + 1) }, 'quantity.line-2'],
  [{ price: '' }, 'price.line-2'],
  [{ price: '1,234' }, 'price.line-2'],
  [{ price: '-1' }, 'price.line-2'],
])('%j is reported at its field', (changes, name) =>
  expect(readDraft(withLine(changes), 'pt')).toEqual({ ok: false, fields: { [name]: [expect.any(String)] } }),
)

test('a discount beyond the items, and an unreadable day, are reported at theirs', () => {
  expect(readDraft({ ...pt, discount: '5.000,00', day: null }, 'pt')).toMatchObject({
    fields: { day: expect.anything() },
  })
  expect(readDraft({ ...pt, discount: '5.000,00' }, 'pt')).toMatchObject({
    fields: { discountCents: expect.anything() },
  })
})

test('a product comes once: again it is more of its line', () => {
  const once = addProduct(pt.lines, product, 2, 'pt')
  if (typeof once === 'string') throw new Error(once)
  expect(once[2]).toMatchObject({ line: null, productId: 'p', quantity: '2', price: '9,99', held: 0, available: 7 })
  expect(addProduct(once, product, 3, 'pt')).toMatchObject([{}, {}, { quantity: '5' }])
  expect(addProduct(once, product, maxLineUnits, 'pt')).toBe('units')
})

test('a shortage counts beyond the order’s own units; an unsold product’s stock is unknown', () => {
  expect(shortBy({ ...pt.lines[0]!, quantity: '7' })).toBe(0)
  expect(shortBy({ ...pt.lines[0]!, quantity: '9' })).toBe(2)
  expect(shortBy({ ...pt.lines[1]!, quantity: '900' })).toBe(0)
})
