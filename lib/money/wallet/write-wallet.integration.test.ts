import { withOrganization } from '@/lib/core/db'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { minuteOf, type NumberedMovement } from './number-movements'
import { walletRows, writeWallet } from './write-wallet'

test('an order is looked at again when the fee that its early payout lost changes, and not when nothing does', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja')
  const at = new Date('2026-11-10T12:00:00Z')
  const movement: NumberedMovement = {
    at,
    minute: minuteOf(at),
    nth: 1,
    place: 1,
    amountCents: 1_940n,
    balanceCents: 1_940n,
    feeCents: 0n,
    kind: 'early_payout',
    type: 'FAST_ESCROW_DISBURSE',
    status: 'COMPLETED',
    orderCode: '2611AAA',
    refundNumber: null,
    withdrawalId: null,
    reason: null,
    description: null,
    source: 'api',
  }
  const write = (feeCents: bigint) =>
    asWorker(() =>
      withOrganization({ organizationId }, (db) =>
        writeWallet(db, shopId, walletRows([{ ...movement, feeCents }], 'America/Sao_Paulo')),
      ),
    )
  const marked = () =>
    inspect(
      organizationId,
      `DELETE FROM reconcile_due WHERE organization_id = current_organization() RETURNING external_code AS code`,
    )
  await write(0n)
  expect(await marked()).toEqual([{ code: '2611AAA' }])
  await write(0n)
  expect(await marked()).toEqual([])
  await write(60n)
  expect(await marked()).toEqual([{ code: '2611AAA' }])
})
