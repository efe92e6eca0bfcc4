import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { MoneyConfirmForm } from './money-confirm-form'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

test.each([
  ['pt', 0, /tudo neste arquivo já é conhecido/],
  ['pt', 3, /3 linhas têm problema/],
  ['en', 1, /1 row has a problem/],
] as const)(
  'a file of which nothing can be saved says why (%s, %i rows with a problem)',
  (language, badRows, words) => {
    render(<MoneyConfirmForm importId="a" rows={0} badRows={badRows} other={null} />, { wrapper: testPage(language) })
    expect(screen.getByText(words)).toBeTruthy()
  },
)
