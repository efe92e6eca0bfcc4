import { render, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { SalesFilters } from '@/lib/sales/sales-figures/filters'
import { noSales, type SalesFigures } from '@/lib/sales/sales-figures/figures'
import messages from '@/messages/pt-BR.json'
import { MetricGrid } from './metric-grid'

const day = '2026-11-21' as SalesFilters['from']
const filters = { from: day, to: day } as SalesFilters

function noteOf(figures: Partial<SalesFigures>) {
  const current = { ...noSales, orders: 1n, delivered: 1n, ...figures }
  const trend = { from: day, to: day }
  render(
    <NextIntlClientProvider locale="pt" messages={messages}>
      <MetricGrid
        summary={{
          current,
          previous: noSales,
          trend,
          unit: 'day',
          buckets: [],
          previousBuckets: [],
          seesMoney: true,
        }}
        filters={filters}
        zone="Brasília"
      />
    </NextIntlClientProvider>,
  )
  return within(screen.getByRole('link', { name: 'Líquido das taxas' }).closest('article')!)
}
const gross = { grossCents: 10_000n }

test.each([
  ['sales over the counter alone', { ...gross, grossChargedCents: 10_000n }, 'sem taxa de marketplace'],
  [
    'charged fees alone',
    { ...gross, grossChargedCents: 10_000n, feesChargedCents: 5n },
    '100% com taxa cobrada · 0% estimada por regra',
  ],
  [
    'unknown fees',
    { ...gross, grossChargedCents: 5_000n, grossEstimatedCents: 3_000n },
    '50% com taxa cobrada · 30% estimada · 20% sem taxa conhecida',
  ],
  ['no sales', {}, 'sem vendas no período'],
])('the net card says of %s what its figure rests on', (_, figures, note) => {
  expect(noteOf(figures).getByText(note)).toBeTruthy()
})
