import { act, fireEvent, render, screen } from '@testing-library/react'
import { ExpenseForm } from '@/components/money/expenses/expense-form'
import { ProductForm } from '@/components/catalog/products/product-form'
import { emptyDraft as emptyExpense } from '@/lib/money/expenses/draft'
import { emptyDraft as emptyProduct } from '@/lib/catalog/products/draft'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { testPage } from './test-page'

const choose = (container: HTMLElement, file: File) =>
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } })

test('a product is not saved while its photo is still on its way', async () => {
  let answer: (result: object) => void = () => {}
  const createProductAction = vi.fn()
  const uploadPhotoAction = () => new Promise<object>((resolve) => (answer = resolve))
  stubPage({
    useRouter: () => ({ push: () => {}, refresh: () => {} }),
    createProductAction,
    uploadPhotoAction,
  })
  const { container } = render(<ProductForm initial={emptyProduct()} />, { wrapper: testPage() })
  const isHeld = () => screen.getAllByRole('button', { name: 'Salvar' }).map((save) => save.ariaDisabled)
  await act(async () => void choose(container, new File(['x'], 'a.png', { type: 'image/png' })))
  expect(isHeld()).toEqual(['true', 'true'])
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Salvar' })[0]!))
  expect(createProductAction).not.toHaveBeenCalled()
  await act(async () => answer({ ok: false, error: 'invalidInput' }))
  expect(isHeld()).toEqual([null, null])
})

test('an expense is not saved while its receipt is still on its way', async () => {
  let answer: (response: Response) => void = () => {}
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const [onPending, createExpenseAction] = [vi.fn(), vi.fn()]
  stubPage({ createExpenseAction })
  const initial = { ...emptyExpense('2026-11-27'), description: 'Aluguel', amount: '10,00' }
  const form = { id: 'f', initial, existing: null, today: '2026-11-27' } as const
  const { container } = render(
    <ExpenseForm {...form} categories={[]} places={[]} onDirty={() => {}} onPending={onPending} onDone={() => {}} />,
    { wrapper: testPage() },
  )
  await act(async () => void choose(container, new File(['%PDF-'], 'nota.pdf', { type: 'application/pdf' })))
  expect(onPending).toHaveBeenLastCalledWith(true)
  await act(async () => void fireEvent.submit(container.querySelector('form')!))
  expect(createExpenseAction).not.toHaveBeenCalled()
  await act(async () => answer(Response.json({ ok: true, data: { id: 'r', name: 'nota.pdf' } })))
  expect(onPending).toHaveBeenLastCalledWith(false)
  expect(screen.getByText('nota.pdf')).toBeTruthy()
  await act(async () => void fireEvent.submit(container.querySelector('form')!))
  expect(createExpenseAction).toHaveBeenCalledOnce()
})
