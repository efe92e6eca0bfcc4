import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { readAnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import type { MoneyFileView } from '@/lib/connect/money-reports/views'
import { MoneyFileResult } from './money-file-result'

test('an ads report leads to what the ads brought', () => {
  const run = { id: 'file', summary: { money: { type: 'ads' } } }
  render(<MoneyFileResult view={{ run, failed: [] } as unknown as MoneyFileView} />, { wrapper: testPage('pt') })
  const href = screen.getByRole('link', { name: 'Ver o que os anúncios renderam' }).getAttribute('href')!
  const query = Object.fromEntries(new URL(href, 'http://x').searchParams)
  const visibility = { seesTotals: true, seesMoney: true }
  expect(readAnalyticsFilters(query, '2026-11-22', visibility)).toMatchObject({ tab: 'ads' })
})
