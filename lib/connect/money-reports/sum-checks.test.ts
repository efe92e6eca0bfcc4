import type { MoneyItem } from './items'
import { SumChecks } from './sum-checks'

const at = new Date('2026-11-10T13:00:00Z')
const paid = (amountCents: bigint): MoneyItem => ({
  type: 'wallet',
  item: {
    at,
    amountCents,
    balanceCents: null,
    type: 'Renda do pedido',
    status: null,
    orderCode: null,
    description: null,
    kind: 'payout',
    refundNumber: null,
    withdrawalId: null,
    feeCents: 0n,
    reason: null,
    source: 'file',
  },
})
const advanced = (receivedCents: bigint): MoneyItem => ({
  type: 'advances',
  item: {
    number: '1',
    code: '261101AB000001',
    at,
    receivedCents,
    advanceCents: receivedCents,
    feeCents: 0n,
    restCents: 0n,
    returnedCents: 0n,
    status: null,
    dueOn: null,
  },
})
const checksOf = (...items: MoneyItem[]) => {
  const checks = new SumChecks()
  for (const [row, item] of items.entries()) checks.add(row + 2, item)
  return checks
}
const off = (name: string, saidCents: string, foundCents: string) => ({ name, saidCents, foundCents })

const summary = (closing: string, money = ['Entrada total', '100,00'], out = ['Saída total', '-30,00']) => [
  ['Resumo'],
  money,
  out,
  ['Saldo inicial', '5,00'],
  ['Saldo final', closing],
]

test('a wallet’s own totals are held against its rows: what came in, what went out and the closing balance', () => {
  const wallet = checksOf(paid(6000n), paid(4000n), paid(-3000n))
  expect(wallet.list('wallet', summary('75,00'))).toEqual([])
  expect(wallet.list('wallet', summary('80,00'))).toEqual([off('closing', '8000', '7500')])
  expect(wallet.list('wallet', summary('75,00', ['Entrada total', '101,00']))).toEqual([off('in', '10100', '10000')])
  expect(wallet.list('wallet', summary('75,00', ['Entrada total', '100,00'], ['Saída total', '31,00']))).toEqual([
    off('out', '3100', '-3000'),
  ])
})

test('without an opening balance nothing is said of the closing one', () => {
  expect(checksOf(paid(6000n)).list('wallet', [['Saldo final', '1,00']])).toEqual([])
})

test('the total of advances is held against what its rows say was received', () => {
  const list = checksOf(advanced(7840n), advanced(2160n))
  expect(list.list('advances', [['Entrada total', 'R$ 100,00']])).toEqual([])
  expect(list.list('advances', [['Entrada total', 'R$ 99,00']])).toEqual([off('received', '9900', '10000')])
  const [one] = [advanced(10_000n)]
  const short = checksOf({ ...one, item: { ...one!.item, feeCents: 350n } } as MoneyItem)
  expect(short.list('advances', [])).toEqual([off('advanced', '9650', '10000')])
})

const service = (keys: Record<string, bigint>): MoneyItem => ({
  type: 'income',
  isOff: false,
  item: {
    code: '261101AB000001',
    part: '',
    amount: 0n,
    at,
    lines: Object.entries(keys).map(([key, amount]) => ({ kind: 'service', key, amount, name: key })),
  },
})
const parts = (amount: bigint): MoneyItem => ({
  type: 'fees',
  item: {
    code: '261101AB000001',
    report: 'service_fees',
    saidCents: null,
    fees: [{ key: 'item', name: 'Taxa por item vendido', amount, state: null }],
  },
})

test('an income report without a service fee is not said to have one of zero', () => {
  expect(checksOf(service({ commission_fee: -900n }), parts(-450n)).list('income', [])).toEqual([])
})

test('the parts of a service fee add up to the fee, unless it is a net one and lists a rebate', () => {
  expect(checksOf(service({ service_fee: -450n }), parts(-450n)).list('income', [])).toEqual([])
  expect(checksOf(service({ service_fee: -450n }), parts(-400n)).list('income', [])).toEqual([
    off('serviceFees', '-450', '-400'),
  ])
  const rebated = checksOf(service({ service_fee: -450n, seller_product_rebate: 50n }), parts(-400n))
  expect(rebated.list('income', [])).toEqual([])
})
