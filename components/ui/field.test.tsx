import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { ParsedMoney } from '@/lib/core/money'
import { DateInput } from './date-input'
import { Field, Input } from './field'
import { MoneyInput } from './money-input'
import { testPage } from './test-page'

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

test('a field binds its label, hint and error to the control', () => {
  render(
    <Field label="SKU" hint="Como na etiqueta" error={['skuTaken']} required>
      <Input name="sku" />
    </Field>,
    { wrapper: testPage() },
  )
  const input = screen.getByLabelText('SKU')
  expect(describedBy(input)).toEqual(['Como na etiqueta', 'Já existe um produto com este SKU'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
})

test('without an error nothing claims to be invalid', () => {
  render(
    <Field label="SKU">
      <Input name="sku" />
    </Field>,
    { wrapper: testPage() },
  )
  const input = screen.getByLabelText('SKU')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  expect(input.getAttribute('aria-describedby')).toBeNull()
})

function Money({ onRead }: { onRead: (parsed: ParsedMoney | null) => void }) {
  const [text, setText] = useState('')
  return (
    <Field label="Valor">
      <MoneyInput
        value={text}
        onChange={(next, parsed) => {
          setText(next)
          onRead(parsed)
        }}
      />
    </Field>
  )
}

test.each([
  ['pt', 'R$ 1.234,5', 123450n, '1.234,50'],
  ['en', '1,234.5', 123450n, '1,234.50'],
] as const)('in %s a pasted %s is read exactly and written out in full', async (language, pasted, cents, shown) => {
  const onRead = vi.fn()
  render(<Money onRead={onRead} />, { wrapper: testPage(language) })
  const input = screen.getByLabelText<HTMLInputElement>('Valor')
  await userEvent.click(input)
  await userEvent.paste(pasted)
  expect(onRead).toHaveBeenLastCalledWith({ ok: true, cents })
  await userEvent.tab()
  expect(input.value).toBe(shown)
})

test('an ambiguous amount is a field error, not a guess, until it is changed', async () => {
  render(<Money onRead={() => {}} />, { wrapper: testPage() })
  const input = screen.getByLabelText<HTMLInputElement>('Valor')
  await userEvent.type(input, '1,234')
  await userEvent.tab()
  expect(input.value).toBe('1,234')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(input)[0]).toMatch(/ambíguo/)
  await userEvent.type(input, '5')
  expect(input.getAttribute('aria-invalid')).toBeNull()
})

function Due({ onDay }: { onDay: (day: string | null) => void }) {
  const [day, setDay] = useState<string | null>(null)
  return (
    <Field label="Vencimento">
      <DateInput
        value={day}
        today="2026-11-21"
        onChange={(next) => {
          setDay(next)
          onDay(next)
        }}
      />
    </Field>
  )
}

test('a date is typed without slashes, pasted in either form, and refused when there is no such day', async () => {
  const onDay = vi.fn()
  render(<Due onDay={onDay} />, { wrapper: testPage() })
  const input = screen.getByLabelText<HTMLInputElement>('Vencimento')
  await userEvent.type(input, '21112026')
  expect(input.value).toBe('21/11/2026')
  expect(onDay).toHaveBeenLastCalledWith('2026-11-21')
  fireEvent.change(input, { target: { value: '2026-12-01' } })
  fireEvent.blur(input)
  expect(onDay).toHaveBeenLastCalledWith('2026-12-01')
  expect(input.value).toBe('01/12/2026')
  fireEvent.change(input, { target: { value: '31/02/2026' } })
  fireEvent.blur(input)
  expect(onDay).toHaveBeenLastCalledWith(null)
  expect(input.value).toBe('31/02/2026')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})
