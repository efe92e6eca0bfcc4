import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { testPage } from '@/components/ui/test-page'
import type { PlainPreview } from '@/lib/catalog/mapping/plain-preview'
import type { RemapScope } from '@/lib/catalog/mapping/schema'
import { RemapChoice } from './remap-choice'

const none = { orders: 0, revenueCents: null, from: null, to: null }
const counted = (orders: number): PlainPreview => ({
  open: none,
  cancelled: none,
  stock: { open: [], all: [] },
  shipped: { orders, revenueCents: null, from: '2026-03-04', to: '2026-05-06' },
})
vi.mock('./fetch-answer', () => ({
  fetchAnswer: async (url: string) => counted(url.includes('since=2026-03-04') ? 7 : 9),
}))

function Choice() {
  const [scope, setScope] = useState<RemapScope>('open')
  const [day, setDay] = useState<string | null>(null)
  return (
    <RemapChoice
      preview="/api/mapping/preview/bulk"
      scope={scope}
      sinceDay={day}
      today="2026-11-21"
      onScope={setScope}
      onDay={setDay}
    />
  )
}

test('all orders since a day begins at the first that differs, counts from there and promises no stock where none moves', async () => {
  await act(
    async () =>
      void render(
        <QueryClientProvider client={new QueryClient()}>
          <Choice />
        </QueryClientProvider>,
        { wrapper: testPage('en') },
      ),
  )
  expect(await screen.findByText(/9 shipped/)).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: /All orders since a day/ })))
  expect(await screen.findByText(/7 shipped/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: 'From' }) as HTMLInputElement).value).toBe('Mar 4, 2026')
  expect(screen.queryByText(/stock:/i)).toBeNull()
})
