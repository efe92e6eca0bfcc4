import { pixOfSale } from './pix-of-sale'

const pix = [
  { kind: 'pix_discount', amount: -4000n },
  { kind: 'pix_rebate', amount: 4000n },
] as const
const goods = { kind: 'product_revenue', amount: 50_000n } as const
const kindsOf = (lines: Parameters<typeof pixOfSale>[0]) => pixOfSale(lines).map(({ kind }) => kind)

test.each([
  ['a sale', [goods, ...pix]],
  ['a sale refunded in part', [goods, { kind: 'refund', amount: -25_000n } as const, ...pix]],
  ['a refund’s own row', [{ kind: 'refund', amount: -50_000n } as const, ...pix]],
])('%s keeps its discount by Pix as a kind of its own', (_, lines) => {
  expect(kindsOf(lines)).toEqual(lines.map(({ kind }) => kind))
})

test.each([
  ['a sale refunded whole', [goods, { kind: 'refund', amount: -50_000n } as const]],
  [
    'a sale with a voucher, refunded whole',
    [goods, { kind: 'seller_voucher', amount: -2000n } as const, { kind: 'refund', amount: -48_000n } as const],
  ],
  ['a cancelled order', [{ kind: 'product_revenue', amount: 0n } as const]],
])('%s has no discount that lowers the tax base', (_, lines) => {
  expect(kindsOf([...lines, ...pix]).slice(-2)).toEqual(['other', 'other'])
})
