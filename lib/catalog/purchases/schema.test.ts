import { draftSuggestionInput } from './schema'

const line = (productId: string) => ({ productId, supplierCode: null, quantity: 2 })
const [one, other] = ['018f3a52-0000-7000-8000-000000000001', '018f3a52-0000-7000-8000-000000000002'] as const
const draft = (...lines: ReturnType<typeof line>[]) => draftSuggestionInput.safeParse({ supplierId: one, lines })

test('a suggestion’s draft holds each product once', () => {
  expect(draft(line(one), line(other)).success).toBe(true)
  const twice = draft(line(one), line(one))
  expect(twice.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['lines', 'purchases.fields.lineTwice'],
  ])
})
