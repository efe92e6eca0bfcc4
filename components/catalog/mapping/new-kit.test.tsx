import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { FormError } from '@/components/ui/form-error'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { KitPartsField, useKitPartLabels, type DraftPart } from './kit-parts-field'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const wrong = { 'parts.1.quantity': ['mapping.fields.quantity'] }

function Form() {
  const [parts, setParts] = useState<DraftPart[]>([
    { productId: 'a', sku: 'CUP', title: 'Cup', quantity: '1' },
    { productId: 'b', sku: 'LID', title: 'Lid', quantity: '1,5' },
  ])
  return (
    <form>
      <FormError error={{ code: 'invalidInput' }} fields={wrong} labels={useKitPartLabels(parts)} />
      <KitPartsField parts={parts} onChange={setParts} fields={wrong} />
    </form>
  )
}

test('a wrong quantity in a kit is reported at that quantity, and the summary names and leads to it', async () => {
  await act(
    async () =>
      void render(
        <QueryClientProvider client={new QueryClient()}>
          <Form />
        </QueryClientProvider>,
        { wrapper: testPage('en') },
      ),
  )
  const quantity = screen.getByRole('textbox', { name: 'Quantity of LID per kit' })
  expect(quantity.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Quantity of CUP per kit' }).getAttribute('aria-invalid')).toBeNull()
  const summary = within(screen.getByRole('alert'))
  fireEvent.click(summary.getByRole('button', { name: 'Quantity of LID per kit' }))
  expect(document.activeElement).toBe(quantity)
  expect(screen.queryByText(/parts\./)).toBeNull()
})
