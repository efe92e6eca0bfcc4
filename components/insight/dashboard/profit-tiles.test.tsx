import { cleanup, render, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { Recosting } from '@/lib/catalog/costs/recosting'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { noFacts, resultOf, type ResultFacts } from '@/lib/money/profit/result-lines'
import { tileOf } from '@/lib/money/profit/tile-figures'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { ProfitTiles } from './profit-tiles'

stubPage({ useRouter: () => ({ refresh: vi.fn() }) })

const day = '2026-11-21'
const facts: ResultFacts = {
  ...noFacts,
  validOrders: 1n,
  units: 2n,
  grossCents: 10_000n,
  grossWithFeesCents: 10_000n,
  money: [
    { kind: 'product_revenue', basis: 'charged', cents: 10_000n },
    { kind: 'commission', basis: 'estimated', cents: -2_000n },
  ],
  revenueWithCostCents: 10_000n,
  costCents: 3_000n,
}
const shopId = '01970000-0000-7000-8000-000000000001'
const gap = { shopId, shop: 'Loja A', days: 1, spans: [{ from: day, to: day }] }

function show(
  change: Partial<ResultFacts>,
  language: 'pt' | 'en' = 'pt',
  gaps: (typeof gap)[] = [],
  recosting: Recosting | null = null,
) {
  const range = { from: day, to: day }
  const tile = { key: 'today' as const, range, gaps, ...tileOf(resultOf({ ...facts, ...change })) }
  render(
    <NextIntlClientProvider locale={language} messages={language === 'pt' ? pt : en}>
      <ProfitTiles tiles={{ tiles: [tile], shop: shopId, channel: null, recosting }} />
    </NextIntlClientProvider>,
  )
  return within(screen.getByRole('article'))
}
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

test('each figure says in words how well it is known, and leads to its rows of that day and shop', () => {
  const tile = show({})
  expect(screen.getByRole('article', { name: 'Hoje 21/11/2026' })).toBeTruthy()
  const links = tile.getAllByRole('link').map((link) => [link.textContent, hrefOf(link)])
  const orders = (more: string) => `/dashboard/minha-empresa/pedidos?from=${day}&to=${day}&${more}`
  expect(links.map(([text]) => text?.replaceAll('\u00a0', ' '))).toEqual([
    'R$ 50,00, Lucro, Hoje',
    'Vendas informado, R$ 100,00',
    'Unidades informado, 2',
    'Taxas estimado, −R$ 20,00',
    'Ads, R$ 0,00',
    'Custo digitado, −R$ 30,00',
    'Impostos e outros, R$ 0,00',
  ])
  expect(links[0]![1]).toBe(`/dashboard/minha-empresa/painel?period=custom&from=${day}&to=${day}&shop=${shopId}`)
  expect(links[1]![1]).toContain(orders('').slice(0, -1))
  expect(links[1]![1]).toContain(`shop=${shopId}`)
  expect(links[4]![1]).toContain('tab=ads')
  expect(tile.getByText('margem 50,0%')).toBeTruthy()
})

test('without an ads report the profit before Ads stands there, and the shop and day are named', () => {
  const tile = show({ ads: { expectedDays: 1, missingDays: 1 } }, 'en', [gap])
  expect(tile.getByText('Profit before Ads')).toBeTruthy()
  expect(tile.getByText('50.0% margin before Ads')).toBeTruthy()
  expect(tile.getByText(/^No ads report: Loja A: 1 day \(.*21.*\)$/)).toBeTruthy()
  expect(hrefOf(tile.getByRole('link', { name: /^Ads unknown/ }))).toContain('/arquivos')
})

test.each([
  ['pt', 'Ads presumido', 'Ninguém disse se a loja anuncia: Ads contados como zero'],
  ['en', 'Ads assumed', 'Nobody said whether the shop advertises: Ads count as zero'],
] as const)(
  'ads that no member spoke of are marked, and say that they count as zero, in %s',
  (language, name, text) => {
    const tile = show({ adsUnsaid: [shopId] }, language)
    expect(tile.getByRole('link', { name: new RegExp(`^${name}`) }).textContent).toMatch(/R\$\s?0[.,]00$/)
    expect(tile.getByText(text)).toBeTruthy()
  },
)

test('a missing cost is shown by its amount and leads to its field', () => {
  const tile = show({ revenueWithCostCents: 0n, costCents: 0n })
  expect(tile.getByText(/R\$\s100,00 em vendas sem custo$/)).toBeTruthy()
  expect(hrefOf(tile.getByRole('link', { name: /^Custo não se sabe/ }))).toBe('/dashboard/products?cost=missing')
})

test('a missing cost that is on its way to the orders is said to be', () => {
  const lacking = { revenueWithCostCents: 4_000n, costCents: 3_000n }
  expect(show(lacking).queryByText('Os pedidos ainda estão recebendo os custos')).toBeNull()
  cleanup()
  const tile = show(lacking, 'pt', [], { done: 1, total: 3 })
  expect(tile.getByText('Os pedidos ainda estão recebendo os custos')).toBeTruthy()
})
