import { compareAccounts, type BankLine } from './same-account'

const line = (day: number, reais: number, memo = 'Pix SHPP Brasil'): BankLine => ({
  day: `2026-08-${String(day).padStart(2, '0')}`,
  amountCents: reais * 100,
  memo,
})
const month = [line(3, 150), line(5, 90), line(5, 90), line(11, 20), line(20, 35)]
const worded = month.map((one) => ({ ...one, memo: 'Crédito em conta' }))

test.each<[string, BankLine[], BankLine[], string]>([
  ['the same statement in another form, worded otherwise', month, worded, 'sure'],
  ['a part of it', month.slice(1, 4), worded, 'sure'],
  ['one of longer days', [line(1, 7), ...month, line(28, 8)], worded, 'sure'],
  [
    'one that begins earlier and ends earlier, by the days that both have',
    [line(1, 1), line(1, 2), line(2, 3), line(2, 4), ...month.slice(1)],
    [...worded.slice(1), line(25, 5), line(26, 6), line(27, 7), line(28, 8)],
    'sure',
  ],
  ['one that lacks an entry within its days', month.filter((_, n) => n !== 3), worded, 'sure'],
  ['a single entry with the same words', [line(3, 150, 'PIX RECEBIDO SHPP BRASIL LTDA')], month, 'likely'],
  ['a single entry in other words', [line(3, 150, 'Transferência')], [line(3, 150)], 'other'],
  ['another bank with a day and an amount in common', [line(3, 150), line(4, 10), line(9, 11)], month, 'other'],
  [
    'another bank with few in common of many',
    [...month.slice(0, 3), ...month.map(({ day }) => ({ ...line(1, 1), day }))],
    month,
    'other',
  ],
  ['two payouts of a day, of which the other has one', [line(3, 150), line(3, 150)], [line(3, 150)], 'likely'],
  ['nothing in common', [line(4, 1)], month, 'other'],
  ['nothing', [], month, 'other'],
])('%s', (_, one, other, same) => {
  expect(compareAccounts(one, other)).toBe(same)
  expect(compareAccounts(other, one)).toBe(same)
})
