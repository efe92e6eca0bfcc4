import { render, screen } from '@testing-library/react'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { testPage } from '@/components/ui/test-page'
import { readAnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import type { MoneyFileView } from '@/lib/connect/money-reports/views'
import { MoneyFileResult } from './money-file-result'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

test('an ads report leads to what the ads brought', () => {
  const run = { id: 'file', summary: { money: { type: 'ads' } } }
  render(<MoneyFileResult view={{ run, failed: [], owners: [] } as unknown as MoneyFileView} mayImport />, {
    wrapper: testPage('pt'),
  })
  const href = screen.getByRole('link', { name: 'Ver o que os anúncios renderam' }).getAttribute('href')!
  const query = Object.fromEntries(new URL(href, 'http://x').searchParams)
  const visibility = { seesTotals: true, seesMoney: true }
  expect(readAnalyticsFilters(query, '2026-11-22', visibility)).toMatchObject({ tab: 'ads' })
})

const shown = (summary: object, mayImport = true) => {
  const money = { type: 'wallet', owner: { id: 'a', name: 'Loja A' } }
  const owners = [money.owner, { id: 'b', name: 'Loja B' }]
  const run = { id: 'file', summary: { money, result: { created: 3, updated: 0, kept: 0 }, ...summary } }
  const { unmount } = render(
    <MoneyFileResult view={{ run, failed: [], owners } as unknown as MoneyFileView} mayImport={mayImport} />,
    { wrapper: testPage('pt') },
  )
  const has = screen.queryByText('Loja errada?') !== null
  const options = screen.queryAllByRole('option').map(({ textContent }) => textContent)
  unmount()
  return { has, options }
}

test('new rows of a file can move to another shop, for those who may import, where they are a shop’s money', () => {
  expect(shown({})).toEqual({ has: true, options: ['Escolha a loja', 'Loja B'] })
  expect(shown({}, false).has).toBe(false)
  expect(shown({ result: { created: 0, updated: 2, kept: 1 } }).has).toBe(false)
  expect(shown({ money: { type: 'bank', owner: { id: 'e', name: 'Empresa' } } }).has).toBe(false)
  expect(shown({ money: { type: 'returns', owner: { id: 'a', name: 'Loja A' } } }).has).toBe(false)
})

test('a file that brought nothing by itself can let go of what it found, where that can leave the shop', () => {
  const has = (summary: object, mayImport = true) => {
    const run = { id: 'file', summary: { money: { type: 'wallet', owner: { id: 'a', name: 'A' } }, ...summary } }
    const { unmount } = render(
      <MoneyFileResult view={{ run, failed: [], owners: [] } as unknown as MoneyFileView} mayImport={mayImport} />,
      { wrapper: testPage('pt') },
    )
    const result = screen.queryByText('Desfazer o arquivo') !== null
    unmount()
    return result
  }
  const found = { result: { created: 0, updated: 0, kept: 2 } }
  expect(has(found)).toBe(true)
  expect(has(found, false)).toBe(false)
  expect(has({ ...found, money: { type: 'bank', owner: { id: 'e', name: 'E' } } })).toBe(false)
  expect(has({ result: { created: 0, updated: 2, kept: 0 } })).toBe(false)
})
