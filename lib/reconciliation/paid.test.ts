import { readPaid } from './paid'
import type { ReleaseFact, WalletFact } from './settlement-facts'

const at = new Date('2026-11-10T12:00:00Z')
const row = (key: string, cents: bigint): ReleaseFact => ({ source: 'file', key, cents, at })
const correction: WalletFact = { kind: 'refund', cents: -500n, feeCents: 0n, at, refundNumber: null }

test('of two refunds of one amount in a report as many count as the wallet took back', () => {
  const releases = [row('', 2_000n), row('R1', -500n), row('R2', -500n)]
  const refunded = (wallet: WalletFact[]) => readPaid({ charged: [], releases, wallet, targets: [] }).refundedApartCents
  expect(refunded([])).toBe(-1_000n)
  expect(refunded([correction])).toBe(-500n)
  expect(refunded([correction, correction])).toBe(-1_000n)
})
