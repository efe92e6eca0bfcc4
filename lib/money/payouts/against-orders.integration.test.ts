import { createTestOrganization } from '@/lib/testing/factories/factories'
import {
  addMovements,
  addSettlements,
  type PlantedMovement,
  type PlantedSettlement,
} from '@/lib/testing/harnesses/money-harness'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { againstPieces } from '../wallet/against-pieces'
import { getWalletScreenFor } from './wallet-views'

const now = new Date('2026-11-21T15:00:00Z')
const inPeriod = '2026-11-10T12:00:00Z'
const before = '2026-09-10T12:00:00Z'

async function withPayouts() {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Caneca')
  const codes = ['EVEN', 'ADVANCED', 'LESS', 'MISSING', 'FEE', 'PART', 'EARLIER', 'OLDER']
  const ids = await addOrders(
    company,
    shop,
    codes.map(() => ({ at: before, listingId })),
  )
  const move = (cents: bigint, one: Partial<PlantedMovement>): PlantedMovement => ({ at: inPeriod, cents, ...one })
  await addMovements(company, shop, [
    move(100n, { at: before, code: 'EARLIER' }),
    move(700n, { at: before, code: 'PART', kind: 'early_payout' }),
    move(300n, { code: 'PART', kind: 'early_payout_rest' }),
    move(4_000n, { code: 'EVEN' }),
    // The whole payout came, and nothing took the advance back.
    move(2_874n, { code: 'ADVANCED', kind: 'early_payout' }),
    move(3_592n, { code: 'ADVANCED' }),
    move(900n, { code: 'LESS' }),
    move(1_940n, { code: 'FEE', kind: 'early_payout', fee: 60n }),
    move(550n, { code: 'STRANGER' }),
    move(-25n, { kind: 'early_payout_return' }),
    move(-5_000n, { kind: 'withdrawal' }),
    move(10n, { at: '2026-11-20T12:00:00Z', kind: 'adjustment' }),
  ])
  const paid = (code: string, cents: bigint, releasedAt = inPeriod): PlantedSettlement => ({
    code,
    state: 'reconciled',
    expected: cents,
    released: cents,
    releasedAt,
    orderId: ids[codes.indexOf(code)]!,
  })
  const stranger = { code: 'STRANGER', state: 'unknown_here' as const, expected: null, released: 550n }
  await addSettlements(company, shop, [
    paid('EVEN', 4_000n),
    paid('ADVANCED', 3_592n),
    paid('LESS', 1_000n),
    paid('MISSING', 1_500n),
    paid('FEE', 2_000n),
    paid('PART', 1_000n),
    paid('EARLIER', 100n, before),
    paid('OLDER', 800n, '2026-08-20T12:00:00Z'),
    { ...stranger, releasedAt: inPeriod, causes: [{ cause: 'unknown_here', amount: 550n }] },
  ])
  const viewer = { ...company.owner, role: 'owner' as const, legalEntityIds: null, timeZone: 'America/Sao_Paulo' }
  return { look: (query: Record<string, string> = {}) => getWalletScreenFor(viewer, query, { now }) }
}

test('the wallet’s payouts less what the orders were released are the pieces, to the cent, and each is the sum of its rows', async () => {
  const { look } = await withPayouts()
  const { against } = await look()
  expect(against).toEqual({
    walletCents: 14_131n,
    ordersCents: 13_092n,
    rows: [],
    pieces: [
      { piece: 'unnamed', count: 1, cents: -25n },
      { piece: 'unknown', count: 1, cents: 550n },
      { piece: 'differs', count: 2, cents: 2_774n },
      { piece: 'missing', count: 1, cents: -1_500n },
      { piece: 'fee', count: 1, cents: -60n },
      { piece: 'elsewhen', count: 1, cents: -700n },
    ],
  })
  expect(against.pieces.reduce((sum, { cents }) => sum + cents, 0n)).toBe(against.walletCents - against.ordersCents)
  for (const piece of againstPieces.filter((each) => each !== 'unnamed')) {
    const { rows } = (await look({ against: piece })).against
    const cents = rows.reduce((sum, row) => sum + row.walletCents - row.ordersCents, 0n)
    expect({ piece, count: rows.length, cents }).toEqual(against.pieces.find((each) => each.piece === piece))
  }
  const unnamed = await look({ kind: 'received', unnamed: 'true' })
  expect([unnamed.page.rows.map(({ amountCents }) => amountCents), unnamed.matching]).toEqual([[-25n], 1n])
  expect((await look({ against: 'differs' })).against.rows.map(({ code }) => code)).toEqual(['ADVANCED', 'LESS'])
})

test('over all the days nothing lies elsewhen, and what the wallet does not reach back to is not missed', async () => {
  const { look } = await withPayouts()
  const pieceOf = async (from: string, to: string) =>
    (await look({ period: 'custom', from, to })).against.pieces.map(({ piece }) => piece)
  expect(await pieceOf('2026-09-01', '2026-11-21')).not.toContain('elsewhen')
  expect(await pieceOf('2026-01-01', '2026-08-31')).toEqual([])
})
