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
