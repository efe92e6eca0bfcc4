import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { CostlessProduct } from '@/lib/catalog/costs/missing-costs'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { CostGrid } from './cost-grid'

const effect = { orders: 3, changeCents: '5550', from: '2026-10-01', to: '2026-11-02', days: 3, complete: 2 }
const requests: { preview: unknown[]; saved: unknown[]; undone: unknown[] } = { preview: [], saved: [], undone: [] }
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  previewCostsAction: async (_: never, input: never) => {
    requests.preview.push(input)
    return { ok: true, data: { ...effect, closedMonths: ['2026-10-01'] } }
  },
  setCostsAction: async (_: never, input: never) => {
    requests.saved.push(input)
    return { ok: true, data: { written: ['a'], orders: 3, isRunning: false, kept: 1 } }
  },
  takeBackCostsAction: async (_: never, input: never) => {
    requests.undone.push(input)
    return { ok: true, data: { costs: 1, orders: 3, isRunning: false, kept: 0 } }
  },
})
const row = (id: string): CostlessProduct => ({
  id,
  sku: id.toUpperCase(),
  title: `Product ${id}`,
  photoFileId: null,
  priceCents: null,
  revenueCents: 1000n,
  units: 2n,
})
const open = () =>
  render(<CostGrid rows={['a', 'b', 'c'].map(row)} total={3} none={null} today="2026-11-28" />, {
    wrapper: testPage('en'),
  })
const field = (id: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Unit cost of Product ${id} (${id.toUpperCase()})` })
const paste = (id: string, text: string) => fireEvent.paste(field(id), { clipboardData: { getData: () => text } })

test('Enter and the arrows go from field to field, and amounts are read in either notation or asked', () => {
  open()
  act(() => field('a').focus())
  fireEvent.change(field('a'), { target: { value: '18,50' } })
  fireEvent.keyDown(field('a'), { key: 'Enter' })
  expect(document.activeElement).toBe(field('b'))
  expect(field('a').value).toBe('18.50')
  fireEvent.change(field('b'), { target: { value: '1.234' } })
  fireEvent.keyDown(field('b'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(field('c'))
  expect(screen.getByText('Which one do you mean?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'R$1,234.00' }))
  expect(field('b').value).toBe('1234.00')
  fireEvent.keyDown(field('c'), { key: 'ArrowUp' })
  expect(document.activeElement).toBe(field('b'))
})

test('a column is pasted downwards, SKUs beside costs in any place, and cells that fit nowhere are reported', () => {
  open()
  paste('b', '7\n8,5\n9')
  expect(['a', 'b', 'c'].map((id) => field(id).value)).toEqual(['', '7.00', '8.50'])
  expect(screen.getByText(/1 row is none of these products: 9/)).toBeTruthy()
  paste('a', 'SKU\tCusto\nc\t1.234,56\nA\tdez\nZ\t3')
  expect(['a', 'b', 'c'].map((id) => field(id).value)).toEqual(['dez', '7.00', '1234.56'])
  expect(screen.getByText(/2 costs pasted/)).toBeTruthy()
  expect(screen.getByText(/none of these products: Z$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Go there' }))
  expect(document.activeElement).toBe(field('a'))
})

test('an empty cell of a pasted column keeps its place and what was typed, a heading takes none, and a SKU with two costs is named', () => {
  open()
  fireEvent.change(field('b'), { target: { value: '4.00' } })
  paste('a', 'Cost\n7\n\n9\n')
  expect(['a', 'b', 'c'].map((id) => field(id).value)).toEqual(['7.00', '4.00', '9.00'])
  expect(screen.getByText(/^2 costs pasted/)).toBeTruthy()
  paste('a', 'a\t5\nb\t\nc\t6\na\t8')
  expect(['a', 'b', 'c'].map((id) => field(id).value)).toEqual(['8.00', '4.00', '6.00'])
  expect(screen.getByText(/1 SKU came with different costs; the last one was kept: a$/)).toBeTruthy()
})

test('the effect is shown before saving, and again for another cost', async () => {
  open()
  paste('a', '7\n8')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'See the effect of 2 costs' })))
  const entries = ['a', 'b'].map((productId, at) => ({ productId, cost: `${7 + at}.00` }))
  expect(requests.preview).toEqual([{ entries, fromDay: null }])
  expect(screen.getByText(/3 orders take their cost: R\$55\.50/)).toBeTruthy()
  expect(screen.getByText(/2 of these days then know/)).toBeTruthy()
  expect(screen.getByText(/ 2026 is closed and stays/)).toBeTruthy()
  fireEvent.change(field('b'), { target: { value: '9' } })
  expect(screen.queryByText(/3 orders take/)).toBeNull()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'See the effect of 2 costs' })))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save 2 costs' })))
  expect(requests.saved).toEqual([{ entries: [entries[0], { productId: 'b', cost: '9.00' }], fromDay: null }])
  expect(field('a').value).toBe('')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  expect(requests.undone).toEqual([{ entries: [entries[0]], fromDay: null }])
  expect(screen.getByText(/1 cost taken back/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a phone that holds typed costs leads to where they are saved, far below them', () => {
  const { container } = open()
  expect(screen.queryByRole('link', { name: 'See the effect' })).toBeNull()
  fireEvent.change(field('a'), { target: { value: '18.50' } })
  const href = screen.getByRole('link', { name: 'See the effect' }).getAttribute('href')!
  expect(container.querySelector(href)!.textContent).toContain('1 cost typed')
})
