import { EARLY_RETURN, shopMoneyOf, type ShopEntry } from './shop-money'

const entry = (day: number, cents: number, words = 'Ajuste'): ShopEntry => ({
  shopId: 'a',
  day: `2026-11-${String(day).padStart(2, '0')}`,
  cents: BigInt(cents),
  words,
})
const none = { wallet: [], report: [], advances: [] }
const linesOf = (given: Partial<typeof none> | Parameters<typeof shopMoneyOf>[0]) =>
  shopMoneyOf({ ...none, ...given })
    .map(({ line, day, cents }) => `${line} ${day.slice(8)} ${cents}`)
    .toSorted()

test('an amount in both the wallet and the income report counts once, by the wallet’s day', () => {
  const both = { ...none, wallet: [entry(12, -789, 'DIFAL')], report: [entry(10, -789, 'Recolhimento de DIFAL')] }
  expect(linesOf(both)).toEqual(['shopAdjustments 12 -789'])
  expect(linesOf({ ...both, report: [entry(10, -789), entry(10, -789)] })).toEqual([
    'shopAdjustments 10 -789',
    'shopAdjustments 12 -789',
  ])
  expect(linesOf({ ...both, report: [entry(2, -789)] })).toHaveLength(2)
  expect(linesOf({ ...both, report: [{ ...entry(12, -789), shopId: 'b' }] })).toHaveLength(2)
})

test('charges of the platform’s warehouse stand apart', () => {
  const wallet = [
    entry(1, -100, 'Ajuste · relacionado ao Full'),
    entry(1, -200, 'FBS_FEE_CHARGE'),
    entry(1, -300, 'Estoque na Shopee'),
    entry(1, -400, 'Valor fuller'),
  ]
  expect(linesOf({ ...none, wallet })).toEqual([
    'fulfilment 01 -100',
    'fulfilment 01 -200',
    'fulfilment 01 -300',
    'shopAdjustments 01 -400',
  ])
})

test('the wallet’s charges for advances without an order stand apart, unless the list of advances covers these days', () => {
  const taken = (day: number) => entry(day, -1050, EARLY_RETURN)
  expect(linesOf({ ...none, wallet: [taken(10)] })).toEqual(['advanceDeducts 10 -1050'])
  const listed = { ...none, wallet: [taken(10), taken(20)], advances: [entry(9, -1050, '')] }
  expect(linesOf(listed)).toEqual(['advanceDeducts 20 -1050', 'advanceFees 09 -1050'])
})

test('the fee of an advance counts once: by the list of advances around its days, by the wallet elsewhere', () => {
  const given = {
    ...none,
    advances: [entry(10, -35, ''), entry(10, -70, '')],
    wallet: [entry(11, -105, 'Shopee Acelera · Taxa'), entry(20, -90, 'early_payout_fee')],
  }
  expect(linesOf(given)).toEqual(['advanceFees 10 -35', 'advanceFees 10 -70', 'advanceFees 20 -90'])
})
