import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { WalletRow } from '@/lib/money/wallet/queries'
import { WalletTable } from './wallet-table'

const row: WalletRow = {
  id: '1',
  at: new Date('2026-11-03T13:00:00Z'),
  shopId: 's',
  shopName: 'Loja',
  kind: 'withdrawal',
  type: 'Saques',
  status: 'Falhou',
  amountCents: 0n,
  balanceCents: null,
  feeCents: 0n,
  orderId: null,
  orderCode: null,
  refundNumber: null,
  withdrawalId: null,
  reason: null,
  description: 'Saque · -R$ 50,00',
  source: 'file',
  bankEntryId: null,
}

test.each([
  ['pt', 'Falhou, sem valor', 'ainda não visto no extrato do banco'],
  ['en', 'Failed, no amount', 'not seen on the bank statement yet'],
] as const)('in %s, a failed withdrawal says so and is not awaited at the bank', (language, says, awaited) => {
  const { rerender } = render(<WalletTable rows={[row]} timeZone="America/Sao_Paulo" />, {
    wrapper: testPage(language),
  })
  expect(screen.getByText(says)).toBeTruthy()
  expect(screen.getByText('Saque · -R$ 50,00')).toBeTruthy()
  expect(screen.queryByText(awaited)).toBeNull()
  rerender(<WalletTable rows={[{ ...row, amountCents: -5000n }]} timeZone="America/Sao_Paulo" />)
  expect(screen.queryByText(says)).toBeNull()
  expect(screen.getByText(awaited)).toBeTruthy()
})
