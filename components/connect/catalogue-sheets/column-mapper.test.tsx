import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { ActionResult } from '@/lib/core/errors'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ColumnMapper } from './column-mapper'

stubPage({ useRouter: () => ({ refresh: vi.fn() }) })
const mockSave = vi.fn<(sent: unknown, more: unknown) => Promise<ActionResult<{ importId: string }>>>()
stubPage({
  mapColumnsAction: (...given: [unknown, unknown]) => mockSave(...given),
})

const sheet = {
  headings: [
    [0, 'Ref.'],
    [1, 'Nome do item'],
    [27, 'Valor'],
  ] as [number, string][],
  places: { title: 1 },
  sample: [
    [
      [0, 'X-1'],
      [1, 'Vaso'],
    ],
    [[1, 'Copo']],
  ] as [number, string][][],
}
const show = (more: Partial<Parameters<typeof ColumnMapper>[0]> = {}) =>
  render(<ColumnMapper importId="one" kind="catalogue" sheet={sheet} seesMoney {...more} />, { wrapper: testPage() })
const choose = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: /Ler com estas colunas/ })))

beforeEach(() => {
  mockSave.mockReset()
  mockSave.mockResolvedValue({ ok: true, data: { importId: 'one' } })
})

test('likely columns are chosen already, with their first rows, and each column is named by its letters', () => {
  show()
  const title = screen.getByLabelText<HTMLSelectElement>('Título')
  expect(title.value).toBe('1')
  expect(screen.getByText('Vaso · Copo')).toBeTruthy()
  expect([...title.options].map(({ text }) => text)).toEqual([
    'Não está na planilha',
    'A · Ref.',
    'B · Nome do item',
    'AB · Valor',
  ])
})

test('the chosen columns are sent, and a field put back to nothing is not sent', async () => {
  show()
  choose('SKU', '0')
  choose('Preço', '27')
  choose('Título', '')
  choose('Pesos em', 'g')
  await submit()
  expect(mockSave.mock.calls[0]![1]).toEqual({
    importId: 'one',
    places: { sku: 0, price: 27 },
    weight: 'g',
    size: 'cm',
    zeroIsEmpty: true,
  })
})

test('a field that the server misses is reported in place, and the choices stay', async () => {
  mockSave.mockResolvedValue({
    ok: false,
    error: 'invalidInput',
    fields: { sku: ['sheets.fields.columnNeeded'] },
  })
  show()
  choose('Preço', '27')
  await submit()
  expect(screen.getByLabelText('SKU').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLSelectElement>('Preço').value).toBe('27')
})

test('costs are offered only to who may see them, and sales have fields of their own', () => {
  const { unmount } = show({ seesMoney: false })
  expect(screen.queryByLabelText('Custo')).toBeNull()
  unmount()
  show({ kind: 'sales' })
  expect(screen.getByLabelText('Número do pedido')).toBeTruthy()
  expect(screen.queryByLabelText('Pesos em')).toBeNull()
})

test('a report whose amounts are a whole row’s is marked', () => {
  show({ kind: 'sales', sheet: { ...sheet, market: 'amazon' } })
  expect(screen.getByText(/relatório da Amazon/)).toBeTruthy()
})
