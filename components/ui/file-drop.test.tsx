import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { FileDrop } from './file-drop'
import { testPage } from './test-page'

function Drop() {
  const [file, setFile] = useState<File | null>(null)
  return <FileDrop label="Pedidos" accept={['.xlsx']} maxBytes={2_000_000} file={file} onChange={setFile} />
}
const input = () => document.querySelector('input[type=file]') as HTMLInputElement
const drop = (...files: File[]) => fireEvent.drop(input().closest('label') as HTMLElement, { dataTransfer: { files } })

test('a dropped file shows its name and size and can be taken out again', async () => {
  render(<Drop />, { wrapper: testPage() })
  drop(new File(['x'.repeat(1_234_567)], 'Order.all.XLSX'))
  expect(screen.getByText('Order.all.XLSX')).toBeTruthy()
  expect(screen.getByText('1,2 MB')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Tirar Order.all.XLSX' }))
  expect(screen.queryByText('Order.all.XLSX')).toBeNull()
  expect(document.activeElement).toBe(input())
})

test.each([
  ['of another type', [new File(['x'], 'orders.pdf')], /Envie \.xlsx/],
  ['that is empty', [new File([], 'orders.xlsx')], /vazio/],
  ['that is too large', [new File(['x'.repeat(2_000_001)], 'orders.xlsx')], /passa de 2 MB/],
  ['of several', [new File(['x'], 'a.xlsx'), new File(['x'], 'b.xlsx')], /um arquivo de cada vez/],
])('a file %s is refused with the reason', (_, files, reason) => {
  render(<Drop />, { wrapper: testPage() })
  drop(...files)
  expect(input().getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(input().getAttribute('aria-describedby') ?? '')?.textContent).toMatch(reason)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the keyboard reaches it: the file input is focusable and named', async () => {
  render(<Drop />, { wrapper: testPage() })
  await userEvent.tab()
  expect(document.activeElement).toBe(input())
  expect(screen.getByLabelText(/Pedidos/)).toBe(input())
})

test('a file that was chosen before the page could listen is taken all the same', () => {
  const Page = testPage()
  const page = (
    <Page>
      <Drop />
    </Page>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const file = new File(['x'], 'cedo.xlsx')
  Object.defineProperty(input(), 'files', { value: { 0: file, length: 1, [Symbol.iterator]: () => [file].values() } })
  render(page, { container, hydrate: true })
  expect(screen.getByText('cedo.xlsx')).toBeTruthy()
})
