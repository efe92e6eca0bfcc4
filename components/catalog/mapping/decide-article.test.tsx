import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { DraftLine } from '@/lib/catalog/mapping/products-view'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { DecideArticle } from './decide-article'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const row = (given: Partial<DraftLine>) =>
  ({
    id: 'a',
    title: 'Capinha',
    variation: 'A15',
    sku: 'CAP-A15',
    outcome: 'mend',
    peers: 2,
    products: [],
    ...given,
  }) as DraftLine

const choices = [
  ['skuTwice', ['Os 2 são o mesmo produto', 'Deixar de fora']],
  ['skuForeign', ['Vincular a CAP-A15', 'Deixar de fora']],
  ['gtinTwice', ['Os 2 são o mesmo produto', 'É outro produto', 'Deixar de fora']],
] as const

test.each(choices)('the ways to correct %s', (problem, names) => {
  render(<DecideArticle runId="run" row={row({ problem })} />, { wrapper: testPage() })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names)
})

test.each([
  ['skuTwice', 'Os 2 são o mesmo produto', { as: 'join', peers: true }],
  ['skuForeign', 'Vincular a CAP-A15', { as: 'join', peers: false }],
  ['gtinTwice', 'É outro produto', { as: 'apart', peers: false }],
  ['gtinTwice', 'Deixar de fora', { as: 'skip', peers: false }],
  ['skuId', 'Ficar com CAP-A15', { as: null, sku: 'CAP-A15' }],
] as const)('with %s, "%s" decides so', async (problem, name, decision) => {
  const decideArticleAction = vi.fn(async () => ({ ok: true, data: {} }))
  stubPage({ useRouter: () => ({ refresh: () => undefined }), decideArticleAction })
  render(<DecideArticle runId="run" row={row({ problem })} />, { wrapper: testPage() })
  await act(async () => void fireEvent.click(screen.getByText(name)))
  expect(decideArticleAction.mock.calls.flat()).toContainEqual(expect.objectContaining(decision))
})

test.each(['pt', 'en'] as const)(
  'a button’s visible text begins its name, which also names the listing (%s)',
  (language) => {
    for (const problem of ['skuTwice', 'skuForeign', 'gtinTwice', 'skuId'] as const) {
      const { unmount } = render(<DecideArticle runId="run" row={row({ problem })} />, { wrapper: testPage(language) })
      const buttons = screen.getAllByRole('button')
      expect(buttons.length).toBeGreaterThan(1)
      for (const button of buttons)
        expect(button.getAttribute('aria-label')).toBe(`${button.textContent}: Capinha · A15`)
      unmount()
    }
  },
)
