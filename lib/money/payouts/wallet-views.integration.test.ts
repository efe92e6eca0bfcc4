import type { Actor } from '@/lib/core/db'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addMovements } from '@/lib/testing/harnesses/money-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { getWalletScreenFor } from './wallet-views'

const now = new Date('2026-11-21T15:00:00Z')
const viewer = (
  { owner }: TestOrganization,
  role: Actor['role'] = 'owner',
  legalEntityIds: string[] | null = null,
) => ({
  ...owner,
  role,
  legalEntityIds,
  timeZone: 'America/Sao_Paulo',
})
const look = (company: TestOrganization, query: Record<string, string> = {}) =>
  getWalletScreenFor(viewer(company), query, { now })

async function withWallet() {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  await addMovements(company, shop, [
    { at: '2026-09-01T12:00:00Z', cents: 1_000n, balance: 1_000n, code: '2609AAA' },
    { at: '2026-11-10T12:00:00Z', cents: 4_000n, balance: 5_000n, code: '2611AAA' },
    { at: '2026-11-11T12:00:00Z', cents: 2_000n, balance: 7_000n, kind: 'early_payout', code: '2611BBB', fee: 60n },
    { at: '2026-11-12T12:00:00Z', cents: -500n, balance: 6_500n, kind: 'ads_top_up' },
    { at: '2026-11-13T12:00:00Z', cents: -3_000n, balance: 3_500n, kind: 'withdrawal', withdrawalId: 'W1' },
    { at: '2026-11-14T12:00:00Z', cents: -40n, balance: 3_460n, kind: 'early_payout_fee' },
  ])
  return { company, shop }
}

test('each sum of the period is that of the movements that it opens, whichever kind or direction', async () => {
  const { company } = await withWallet()
  const view = await look(company)
  expect(view.sums).toHaveLength(5)
  for (const { kind, movements, inCents, outCents } of view.sums) {
    const { page, matching } = await look(company, { kind })
    const cents = page.rows.reduce((sum, { amountCents }) => sum + amountCents, 0n)
    expect([kind, page.rows.length, matching, cents]).toEqual([kind, movements, BigInt(movements), inCents + outCents])
  }
  const out = await look(company, { direction: 'out' })
  expect([out.page.rows.length, out.matching]).toEqual([3, 3n])
  expect(out.sums).toEqual(view.sums)
  expect((await look(company, { kind: 'received' })).page.rows.map(({ kind }) => kind)).toEqual([
    'early_payout',
    'payout',
  ])
})

test('the cost of early payouts is withheld from them or charged apart', async () => {
  const { company } = await withWallet()
  expect((await look(company)).earlyFeeCents).toBe(100n)
})

test('the balance is that of the last movement, and a missing movement is reported with its amount and place', async () => {
  const { company, shop } = await withWallet()
  expect((await look(company)).balances).toMatchObject([{ balanceCents: 3_460n, gaps: [] }])
  await addMovements(company, shop, [{ at: '2026-11-15T12:00:00Z', cents: 100n, balance: 3_060n }])
  expect((await look(company)).balances).toMatchObject([
    { balanceCents: 3_060n, gaps: [{ missingCents: -500n, at: new Date('2026-11-15T12:00:00Z') }] },
  ])
})

test('the ledger finds an order by its code, and keeps the period’s days', async () => {
  const { company } = await withWallet()
  expect((await look(company, { q: '2611b' })).page.rows.map(({ orderCode }) => orderCode)).toEqual(['2611BBB'])
  expect((await look(company, { q: '2609' })).page.rows).toEqual([])
  expect(
    (await look(company, { q: '2609', period: 'custom', from: '2026-09-01', to: '2026-09-01' })).page.rows,
  ).toHaveLength(1)
})

test('nothing of another company, nor of entities that an accountant does not keep; others are refused', async () => {
  const { company } = await withWallet()
  const mine = await createTestOrganization()
  const seen = [
    await look(mine),
    await getWalletScreenFor(viewer(company, 'accountant', [mine.legalEntityId]), {}, { now }),
  ]
  for (const view of seen) expect(view).toMatchObject({ sums: [], balances: [], page: { rows: [] }, isKnown: false })
  await expect(getWalletScreenFor(viewer(company, 'viewer'), {}, { now })).rejects.toThrow('permissionDenied')
})
