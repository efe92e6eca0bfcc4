import { describeCases, readCase } from '@/lib/testing/samples/shared-cases'
import { ShopeeAnswers } from '@/lib/testing/fakes/shopee-answers'
import { brazilianEscrows, escrowSample } from '@/lib/testing/samples/shopee-samples'
import { escrowMoney } from '@/lib/connect/sync/inbound/escrow-lines'
import { escrowDetail, walletTransaction } from './payment-schemas'
import { listDisputeReasons } from './returns'
import { read } from './reading'
import { reshapeEscrow, reshapeWalletTransaction } from './reshape-payment'

const income = (more: object, escrow_amount: unknown = 80) =>
  read(
    'escrow',
    escrowDetail,
    { order_sn: 'X', order_income: { original_cost_of_goods_sold: 100, commission_fee: 14, escrow_amount, ...more } },
    reshapeEscrow,
  ).data
const othersOf = (more: object, amount?: unknown) =>
  escrowMoney(income(more, amount))
    .lines.filter(({ kind }) => kind === 'other')
    .map(({ key, name, amount: cents }) => [key, name, cents])
const totalOf = (more: object, amount?: unknown) =>
  escrowMoney(income(more, amount)).lines.reduce((sum, line) => sum + line.amount, 0n)

test.each(['pay_per_sale', 'sspl_fee', 'lff_seller_protection_fee_amount', 'return_to_seller_shipping_fee_sst'])(
  'a charge with an undescribed name, %s, is a line of its own by that name, and the lines add up to the escrow',
  (name) => {
    expect(othersOf({ [name]: 6 })).toEqual([[name, name, -600n]])
    expect(totalOf({ [name]: 6 })).toBe(8000n)
    expect(escrowMoney(income({ [name]: 6 })).charged).toBe(2000n)
  },
)

test('a credit under such a name is added, and several account for the difference together', () => {
  expect(othersOf({ novo_fee: '9.50', other_rebate: 3.5 })).toEqual([
    ['novo_fee', 'novo_fee', -950n],
    ['other_rebate', 'other_rebate', 350n],
  ])
  expect(othersOf({ storm_relief: 4 }, 90)).toEqual([['storm_relief', 'storm_relief', 400n]])
})

test('three invented charges at once are three lines, each by its name, whatever the order in which they come', () => {
  const three = { parcel_scan_fee: 3, green_levy: '1.25', loyalty_rebate: 2.5 }
  for (const more of [three, Object.fromEntries(Object.entries(three).toReversed())])
    expect(othersOf(more, 84.25).toSorted()).toEqual([
      ['green_levy', 'green_levy', -125n],
      ['loyalty_rebate', 'loyalty_rebate', 250n],
      ['parcel_scan_fee', 'parcel_scan_fee', -300n],
    ])
  expect(totalOf(three, 84.25)).toBe(8425n)
})

test('an amount that the escrow holds without counting it is no line', () => {
  expect(othersOf({ shown_total: 120 }, 86)).toEqual([])
  expect(othersOf({ shown_total: 120, novo_fee: 6 })).toEqual([['novo_fee', 'novo_fee', -600n]])
})

test('where the signs account for nothing, a charge is taken away as long as it leaves less unaccounted for', () => {
  expect(othersOf({ novo_fee: 5 })).toEqual([['novo_fee', 'novo_fee', -500n]])
  expect(othersOf({ novo_fee: 500 })).toEqual([])
  expect(othersOf({ novo_fee: 5 }, null)).toEqual([['novo_fee', 'novo_fee', -500n]])
})

test('counts, rates, other currencies, ids and zeros are no amounts', () => {
  const more = {
    novo_id: 6,
    exchange_rate: 6,
    parcel_weight: 6,
    commission_fee_pri: 6,
    bcrs_deposit: 6,
    novo_zero: 0,
    novo_text: '6',
    novo_flag: true,
    novo_list: [6],
    novo_object: { rule_id: 6, text: '6' },
    novo_null: null,
  }
  expect(income(more).undescribed).toEqual({})
})

test('an amount within an undescribed object is a line by its path where it accounts for the difference, and counted once', () => {
  expect(othersOf({ parcel_levy: { amount: 6, rate_id: 3 } })).toEqual([
    ['parcel_levy.amount', 'parcel_levy.amount', -600n],
  ])
  expect(othersOf({ levy_info_list: [{ fee_amount: '2.50' }, { fee_amount: 3.5 }] })).toEqual([
    ['levy_info_list.fee_amount', 'levy_info_list.fee_amount', -600n],
  ])
  expect(othersOf({ care: { bonus: { amount: 4 } } }, 90)).toEqual([['care.bonus.amount', 'care.bonus.amount', 400n]])
  // Parts of an amount that stands beside them, of one that is described, and of nothing that the escrow counts.
  expect(othersOf({ novo_info: [{ fee: 2 }, { fee: 4 }], novo_fee: 6 })).toEqual([['novo_fee', 'novo_fee', -600n]])
  expect(othersOf({ commission_parts: [{ amount: 10 }, { amount: 4 }] }, 86)).toEqual([])
  expect(othersOf({ novo_info: { amount: 5 } })).toEqual([])
  expect(othersOf({ novo_info: { amount: 5 } }, null)).toEqual([])
  expect(totalOf({ parcel_levy: { amount: 6 } })).toBe(8000n)
})

test('the platform’s own samples have no amount that is not described', () => {
  for (const escrow of [escrowSample, ...brazilianEscrows.map(([one]) => one)])
    expect(read('escrow', escrowDetail, escrow, reshapeEscrow).data.undescribed).toEqual({})
})

test('a wallet row’s title is read', () => {
  const row = { transaction_type: 'ADJUSTMENT_MINUS', amount: -3, txn_title: 'Ajuste de frete' }
  expect(read('wallet', walletTransaction, row, reshapeWalletTransaction).data).toMatchObject({
    title: 'Ajuste de frete',
    description: null,
  })
})

describe('why a return may be disputed', () => {
  const platform = new ShopeeAnswers()
  beforeAll(() => platform.start())
  afterAll(() => platform.stop())
  const reasonsOf = (response: object | Buffer) => {
    platform.answer = () => ({
      body: Buffer.isBuffer(response) ? response : JSON.stringify({ error: '', request_id: 'r', response }),
    })
    return listDisputeReasons(platform.caller({ retries: 0 }), '1')
  }

  test('is known by its number, under whichever name that comes', async () => {
    const live = { dispute_reason: 50, dispute_requirement: 'Fotos', evidence_module_list: [] }
    const text = { dispute_reason: '49', dispute_requirement: '' }
    expect(await reasonsOf({ dispute_reason_list: [live, text, { dispute_requirement: 'sem número' }] })).toEqual([
      { id: 50, name: 'Fotos', requirement: 'Fotos' },
      { id: 49, name: '49', requirement: null },
    ])
    const older = { dispute_reason_id: 2, dispute_reason: 'OTHER', dispute_requirement: 'Explique' }
    expect(await reasonsOf({ dispute_reason_list: [older] })).toEqual([
      { id: 2, name: 'OTHER', requirement: 'Explique' },
    ])
    const oldest = { dispute_reason: [{ reason_id: 7, reason_text: 'Avaria' }] }
    expect(await reasonsOf(oldest)).toEqual([{ id: 7, name: 'Avaria', requirement: null }])
    expect(await reasonsOf({ dispute_reason_list: [{ reason: 51, dispute_requirement: 'Vídeo' }] })).toEqual([
      { id: 51, name: 'Vídeo', requirement: 'Vídeo' },
    ])
  })

  describeCases('as it comes', () => {
    test('both reasons are read', async () => {
      const reasons = await reasonsOf(readCase('money/money-dispute-reasons.json'))
      expect(reasons.map(({ id, requirement }) => [id, requirement])).toEqual([
        [50, 'Fotos da embalagem'],
        [49, 'Outra prova'],
      ])
    })
  })
})
