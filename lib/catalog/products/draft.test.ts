import { draftOf, emptyDraft, readDraft, type ProductDraft } from './draft'

const draft = (given: Partial<ProductDraft> = {}): ProductDraft => ({
  ...emptyDraft(),
  minimumStock: '5',
  sku: 'A',
  title: 'B',
  ...given,
})
const read = (given: Partial<ProductDraft>, language: 'pt' | 'en' = 'pt') => readDraft(draft(given), language)

test('typed text is read in the language of the interface', () => {
  const typed = { price: '1.234,5', cost: '10', weightGrams: '350', lengthCm: '12,5', barcodes: '123 \n456;789' }
  expect(read(typed)).toMatchObject({
    ok: true,
    input: {
      priceCents: 123450n,
      costCents: 1000n,
      weightGrams: 350,
      lengthMm: 125,
      widthMm: null,
      minimumStock: 5,
      barcodes: ['123', '456', '789'],
    },
  })
})

test('an empty field is unknown, not zero', () => {
  expect(read({ minimumStock: '' })).toMatchObject({
    input: { priceCents: null, costCents: null, minimumStock: null, shelfAddress: null, openingStock: 0 },
  })
})

test.each([
  [{ price: '1,234' }, 'priceCents', 'errors.moneyAmbiguous'],
  [{ price: 'x' }, 'priceCents', 'errors.moneyInvalid'],
  [{ cost: '-1' }, 'costCents', 'errors.moneyInvalid'],
  [{ openingStock: '1,5' }, 'openingStock', 'products.fields.unitsInvalid'],
  [{ minimumStock: '-1' }, 'minimumStock', 'products.fields.unitsInvalid'],
  [{ weightGrams: 'x' }, 'weightGrams', 'products.fields.measureInvalid'],
  [{ heightCm: '1,23' }, 'heightMm', 'products.fields.sizeInvalid'],
])('%p is said at its field, not guessed', (given, field, message) => {
  expect(read(given)).toEqual({ ok: false, fields: { [field]: [message] } })
})

test.each(['pt', 'en'] as const)('a stored product comes back from its form as it was (%s)', (language) => {
  const stored = {
    sku: 'A',
    title: 'B',
    priceCents: 123450n,
    descriptionHtml: '<p>x</p>',
    barcodes: ['1234', '5678'],
    photoFileId: null,
    shelfAddress: 'A1',
    weightGrams: 350,
    lengthMm: 125,
    widthMm: 40,
    heightMm: null,
    minimumStock: 0,
  }
  const result = readDraft(draftOf(stored, '12.500000', language), language)
  expect(result).toEqual({ ok: true, input: { ...stored, costCents: 1250n, openingStock: 0 } })
})

test('a cost finer than a cent is shown whole and not read while it stays as it is', () => {
  const plain = read({})
  const shown = plain.ok ? draftOf({ ...plain.input, descriptionHtml: '' }, '1.234500', 'pt') : draft()
  expect(shown.cost).toBe('1,2345')
  expect(readDraft(shown, 'pt', { costUnchanged: true })).toMatchObject({ ok: true })
  expect(readDraft(shown, 'pt')).toMatchObject({ ok: false })
})
