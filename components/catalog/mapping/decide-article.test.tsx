import { render, screen } from '@testing-library/react'
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

test.each(['pt', 'en'] as const)(
  'a button’s visible text begins its name, which also names the listing (%s)',
  (language) => {
    for (const problem of ['skuTwice', 'skuForeign', 'gtinTwice'] as const) {
      const { unmount } = render(<DecideArticle runId="run" row={row({ problem })} />, { wrapper: testPage(language) })
      const buttons = screen.getAllByRole('button')
      expect(buttons.length).toBeGreaterThan(1)
      for (const button of buttons)
        expect(button.getAttribute('aria-label')).toBe(`${button.textContent}: Capinha · A15`)
      unmount()
    }
  },
)
