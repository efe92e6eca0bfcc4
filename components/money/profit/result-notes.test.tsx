import { act, render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { readResultFilters } from '@/lib/money/profit/filters'
import { noFacts, resultOf } from '@/lib/money/profit/result-lines'
import type { ResultView } from '@/lib/money/profit/views'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { ResultNotes } from './result-notes'

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })
beforeEach(() => {
  vi.useFakeTimers()
  refresh.mockClear()
})
afterEach(() => vi.useRealTimers())

const today = '2026-11-21'
const total = resultOf({ ...noFacts, grossCents: 10_000n, revenueWithCostCents: 7_750n, costCents: 3_000n })
const view: ResultView = {
  filters: readResultFilters({}, today),
  today,
  entities: [],
  shops: [],
  adsShops: [],
  channels: [],
  recosting: null,
  months: [],
  total,
  previous: null,
}
const page = (recosting: ResultView['recosting'], language: 'pt' | 'en') => (
  <NextIntlClientProvider locale={language} messages={language === 'pt' ? pt : en}>
    <ResultNotes view={{ ...view, recosting }} costless={null} role="viewer" />
  </NextIntlClientProvider>
)

test.each([
  ['pt', '77,5%', 'Pedidos recebendo os custos', '99%'],
  ['en', '77.5%', 'Orders are taking on their costs', '99%'],
] as const)(
  'costs on their way to orders are named beside the known share, and followed to their end, in %s',
  async (language, known, running, share) => {
    const { rerender } = render(page({ done: 999, total: 1000 }, language))
    expect(screen.getByText((text) => text.includes(known))).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: running }).getAttribute('aria-valuenow')).toBe('999')
    expect(screen.getByText(share)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(refresh).toHaveBeenCalledOnce()

    rerender(page(null, language))
    expect(screen.queryByRole('progressbar')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(refresh).toHaveBeenCalledOnce()
  },
)

test('without a count of its orders the work is named without a share', () => {
  render(page({ done: 0, total: 0 }, 'pt'))
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)
})
