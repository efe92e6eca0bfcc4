import { render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { readRevenueLimit } from '@/lib/money/revenue-limits/limits'
import { LimitsScreen } from './limits-screen'

const show = (today: string) => {
  const mei = readRevenueLimit('mei', { openedOn: '2025-01-01', today, months: [], last90Cents: 0n })
  const entity = { id: 'e', name: 'Loja', regime: 'mei', openedOn: '2025-01-01', mei, simples: null } as const
  const view = { today, canEdit: false, entities: [{ ...entity, months: [], overlaps: [], hasRevenue: false }] }
  return render(<LimitsScreen view={view} />, { wrapper: testPage() }).container.textContent
}

test('a limit that is not known for this year is shown as the last known one, with its year', () => {
  expect(show('2027-01-10').replaceAll('\u00a0', ' ')).toMatch(/de R\$ 81\.000,00.*Este é o limite de 2026/)
  expect(show('2026-12-31')).not.toContain('Este é o limite de')
})
