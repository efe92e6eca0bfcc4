import fc from 'fast-check'
import type { UnknownAmount } from '@/lib/core/sheets/column-watch'
import { incomeColumns, type IncomeField } from './columns'
import { makeRepeats, readIncomeRow } from './income-rows'
import { RowCells } from './row-cells'

type Row = Partial<Record<IncomeField, string>>

/** As a report has it: a column for each field, under its first name. */
function read(row: Row, unknown: readonly UnknownAmount[] = []) {
  const fields = Object.keys(row) as IncomeField[]
  const places = Object.fromEntries(fields.map((field, place) => [field, place]))
  const cells = fields.map((field, place) => [place, { text: row[field]!, kind: 'text' }] as const)
  const headings = new Map(fields.map((field, place) => [place, incomeColumns[field][0]]))
  const incomeRow = readIncomeRow(
    new RowCells({ number: 4, cells: new Map(cells) } as never, places as never, headings),
    new Map(),
    makeRepeats(),
    unknown,
  )
  return incomeRow && 'item' in incomeRow ? incomeRow : null
}

const reais = (cents: bigint) => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The two real orders of the platform's facts, in the report's signs. */
const orders = [
  {
    row: {
      code: '260831SN9WNUGC',
      releasedOn: '2026-09-12',
      total: '301.98',
      price: '393.00',
      voucher: '-1.97',
      protection: '-0.49',
      adsTopUp: '-7.82',
      freightPaid: '72.59',
      freightCharged: '-112.59',
      freightRebate: '40.00',
    },
    commission: -4_692n,
    service: -3_382n,
    total: 30_198n,
  },
  {
    row: {
      code: '260806K85EPVXY',
      releasedOn: '2026-08-20',
      total: '35.92',
      price: '49.90',
      freightPaid: '6.30',
      freightCharged: '-26.30',
      freightRebate: '20.00',
    },
    commission: -898n,
    service: -500n,
    total: 3_592n,
  },
] as const

const sumOf = (lines: { kind: string; amount: bigint }[], ...kinds: string[]) =>
  lines.reduce((sum, { kind, amount }) => (kinds.length === 0 || kinds.includes(kind) ? sum + amount : sum), 0n)

test.each(orders)('order $row.code closes to the cent by its gross fees, whatever the net ones say', (order) => {
  const { row, commission, service, total } = order
  const gross = { grossCommission: reais(commission), grossService: reais(service) }
  for (const net of [{}, { netCommission: '-1.00', netService: '-2.00', rebateShare: '-9.99' }]) {
    const result = read({ ...row, ...gross, ...net })!
    expect(result.isOff).toBe(false)
    expect(sumOf(result.item.lines)).toBe(total)
    expect([sumOf(result.item.lines, 'commission'), sumOf(result.item.lines, 'service')]).toEqual([commission, service])
  }
})

test('gross commission + gross service = net commission + net service + rebate, however the rebate is split', () => {
  fc.assert(
    fc.property(fc.constantFrom(...orders), fc.nat(100), fc.nat(100), (order, ofCommission, ofService) => {
      const { row, commission, service, total } = order
      const offCommission = (-commission * BigInt(ofCommission)) / 100n
      const offService = (-service * BigInt(ofService)) / 100n
      const result = read({
        ...row,
        netCommission: reais(commission + offCommission),
        netService: reais(service + offService),
        rebateShare: reais(-(offCommission + offService)),
      })!
      expect(result.isOff).toBe(false)
      expect(sumOf(result.item.lines, 'commission', 'service')).toBe(commission + service)
      expect(sumOf(result.item.lines)).toBe(total)
    }),
  )
})

test('net fees without the deducted rebate do not make the total: the rest is reported, never lost', () => {
  const { row, commission, service, total } = orders[0]
  const result = read({ ...row, netCommission: reais(commission + 692n), netService: reais(service + 382n) })!
  expect(result.isOff).toBe(true)
  expect(result.item.lines.find(({ key }) => key === 'rest')).toMatchObject({ kind: 'other', amount: -1_074n })
  expect(sumOf(result.item.lines)).toBe(total)
})

describe('a buyer’s saving by Pix comes back as a rebate, and is neither loss nor income', () => {
  // The platform's own example: 500.00, 460.00 paid; fees of 96.00 are 56.00 after the rebate, and 404.00 are paid out.
  const fees = { grossCommission: '-60.00', grossService: '-36.00', netCommission: '-35.00', netService: '-21.00' }
  const base = { code: '260806K85EPVXY', releasedOn: '2026-08-20', total: '404.00', ...fees }
  test.each<[string, Row]>([
    ['the price is whole and the discount apart', { price: '500.00', pix: '-40.00', rebateShare: '-40.00' }],
    ['the rebate has the other sign', { price: '500.00', pix: '-40.00', rebateShare: '40.00' }],
    ['the price is less the discount', { price: '460.00', rebateShare: '-40.00' }],
    [
      'the price is less the discount, and the discount again',
      { price: '460.00', pix: '-40.00', rebateShare: '-40.00' },
    ],
    ['nothing tells of it', { price: '500.00' }],
  ])('%s', (_, row) => {
    const result = read({ ...base, ...row })!
    expect(result.isOff).toBe(false)
    expect(sumOf(result.item.lines)).toBe(40_400n)
    expect(sumOf(result.item.lines, 'commission', 'service')).toBe(-9600n)
    expect(sumOf(result.item.lines, 'product_revenue')).toBe(50_000n)
  })

  test('the discount and its rebate have kinds of their own: the invoice has the lower price', () => {
    const { item } = read({ ...base, price: '500.00', pix: '-40.00', rebateShare: '-40.00' })!
    expect([sumOf(item.lines, 'pix_discount'), sumOf(item.lines, 'pix_rebate')]).toEqual([-4000n, 4000n])
    expect(sumOf(item.lines, 'other')).toBe(0n)
  })
})

test('the rest of a total is named by the unknown columns that make it: all of them or the only one; of two that could be it, by neither', () => {
  const row = { code: '260831SN9WNUGC', releasedOn: '2026-09-12', total: '95.00', price: '100.00' }
  const said = (...amounts: [string, bigint][]) => {
    const { item, isOff } = read(
      row,
      amounts.map(([name, cents]) => ({ name, cents })),
    )!
    return [isOff, item.lines.slice(1).map(({ name, amount }) => [name, amount])]
  }
  expect(said(['Taxa nova', -5_00n])).toEqual([false, [['Taxa nova', -5_00n]]])
  expect(said(['Taxa nova', -5_00n], ['Peso', 3_00n])).toEqual([false, [['Taxa nova', -5_00n]]])
  expect(said(['Taxa nova', -2_00n], ['Outra', -3_00n])).toEqual([
    false,
    [
      ['Taxa nova', -2_00n],
      ['Outra', -3_00n],
    ],
  ])
  expect(said(['Taxa nova', -5_00n], ['A mesma', -5_00n])).toEqual([true, [['Outros valores', -5_00n]]])
})
