import { chargedInPayout, readPaid } from './paid'
import type { ChargedLine, ReleaseFact, WalletFact } from './settlement-facts'

const at = new Date('2026-11-10T12:00:00Z')
const row = (key: string, cents: bigint): ReleaseFact => ({ source: 'file', key, cents, at })
const correction: WalletFact = { kind: 'refund', cents: -500n, feeCents: 0n, at, refundNumber: null }

test('equal refunds in a report count as often as the wallet took them back', () => {
  const releases = [row('', 2_000n), row('R1', -500n), row('R2', -500n)]
  const refunded = (wallet: WalletFact[]) => readPaid({ charged: [], releases, wallet, targets: [] }).refundedApartCents
  expect(refunded([])).toBe(-1_000n)
  expect(refunded([correction])).toBe(-500n)
  expect(refunded([correction, correction])).toBe(-1_000n)
})

test('a refund that the platform announces and a report tells in a row of its own is one, and no part of the payout', () => {
  const announced: ChargedLine = {
    kind: 'refund',
    cents: -500n,
    source: 'api',
    key: 'order_adjustment#2026-11-10T12:00:00.000Z#0',
    name: 'Return Refund deduction',
  }
  const releases = [row('', 2_000n), row('R1', -500n)]
  for (const wallet of [[], [correction]])
    expect(readPaid({ charged: [announced], releases, wallet, targets: [] })).toMatchObject({
      releasedCents: 2_000n,
      adjustedCents: -500n,
      refundedApartCents: -500n,
    })
  expect(chargedInPayout({ charged: [announced], releases })).toEqual([])
})

test.each([
  ['2026-11-01', 0n],
  ['2026-11-10', 0n],
  ['2026-11-11', 0n],
  ['2026-11-12', -700n],
  ['2026-10-31', 0n],
  ['2026-10-30', -700n],
])(
  'an announcement on %s beside a wallet known from the 1st to the 10th: the wallet decides for one day more',
  (day, beside) => {
    const announced: ChargedLine = {
      kind: 'adjustment',
      cents: -700n,
      source: 'api',
      key: `${day}T12:00:00.000Z#0`,
      name: 'Logistics',
    }
    const walletDays = { first: '2026-11-01', last: '2026-11-10' }
    const paid = readPaid({ charged: [announced], releases: [], wallet: [correction], walletDays, targets: [] })
    expect(paid.adjustedCents).toBe(-500n + beside)
  },
)

const paidOn = (day: string, cents: bigint): WalletFact => ({
  ...correction,
  kind: 'payout',
  cents,
  at: new Date(`${day}T12:00:00Z`),
})
const listedOn = (source: ReleaseFact['source'], key: string, day: string, cents: bigint): ReleaseFact => ({
  source,
  key,
  cents,
  at: new Date(`${day}T12:00:00Z`),
})

test.each([
  ['began between them', paidOn('2026-11-20', 592n), { first: '2026-11-15', last: '2026-12-01' }, 3_592n, '2026-11-20'],
  [
    'ended between them',
    paidOn('2026-11-10', 3_000n),
    { first: '2026-11-01', last: '2026-11-12' },
    3_592n,
    '2026-11-20',
  ],
  [
    'knows the days of both',
    paidOn('2026-11-20', 592n),
    { first: '2026-11-01', last: '2026-12-01' },
    592n,
    '2026-11-20',
  ],
  [
    'has the other one on another day',
    paidOn('2026-11-12', 592n),
    { first: '2026-11-08', last: '2026-11-14' },
    592n,
    '2026-11-12',
  ],
])(
  'two payouts of an order and a wallet that %s: one that the wallet cannot know counts beside its own',
  (_, own, walletDays, cents, day) => {
    const releases = [listedOn('file', '', '2026-11-10', 3_000n), listedOn('file', '@', '2026-11-20', 592n)]
    const paid = readPaid({ charged: [], releases, wallet: [own], walletDays, targets: [] })
    expect(paid).toMatchObject({ releasedCents: cents, listedCents: 3_592n, at: new Date(`${day}T12:00:00Z`) })
  },
)

test.each<[string, ReleaseFact[], bigint, bigint]>([
  ['a refund after the payout', [listedOn('file', 'R1', '2026-11-25', -500n)], 2_000n, -500n],
  ['the same payout, dated a day later', [listedOn('file', '', '2026-11-13', 2_000n)], 2_000n, 0n],
  ['the same payout with an amount of its own', [listedOn('file', '', '2026-11-12', 1_990n)], 2_000n, 0n],
  ['a second payout', [listedOn('file', '@', '2026-11-25', 592n)], 2_592n, 0n],
  ['what was left, under the refund’s number', [listedOn('file', 'R1', '2026-11-20', 2_000n)], 2_000n, 0n],
])('beside a payout that the platform lists a report tells %s', (_, reported, released, adjusted) => {
  const releases = [listedOn('api', '', '2026-11-12', 2_000n), ...reported]
  const paid = readPaid({ charged: [], releases, wallet: [], targets: [] })
  expect(paid).toMatchObject({ releasedCents: released, adjustedCents: adjusted })
})

test('a refund in a row of its own counts beside a correction that the report lists, and once where both tell of it', () => {
  const announce = (kind: ChargedLine['kind'], cents: bigint): ChargedLine => {
    return { kind, cents, source: 'income', key: `order_adjustment#2026-11-20/${cents}/1`, name: 'x' }
  }
  const releases = [row('', 2_000n), row('R1', -500n), row('R2', -500n)]
  const adjusted = (...charged: ChargedLine[]) => readPaid({ charged, releases, wallet: [], targets: [] }).adjustedCents
  expect(adjusted(announce('adjustment', -50n))).toBe(-1_050n)
  expect(adjusted(announce('refund', -500n))).toBe(-1_000n)
  expect(adjusted(announce('refund', -500n), announce('adjustment', -50n))).toBe(-1_050n)
  // The platform's own list is whole.
  expect(adjusted({ ...announce('refund', -1_000n), source: 'api' })).toBe(-1_000n)
})
