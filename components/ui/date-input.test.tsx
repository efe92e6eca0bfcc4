import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import type { Day } from '@/lib/core/dates'
import { DateInput } from './date-input'
import { Field } from './field'
import { testPage } from './test-page'

function Form({ onSend }: { onSend: (day: Day | null) => void }) {
  const [day, setDay] = useState<Day | null>('2026-11-28')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(day)
      }}
    >
      <Field label="Since">
        <DateInput value={day} today="2026-12-01" onChange={setDay} />
      </Field>
      <button type="submit">{'Save'}</button>
    </form>
  )
}

test('a form is not sent with a day that cannot be read, as if the field were empty', () => {
  const sent: (Day | null)[] = []
  render(<Form onSend={(day) => sent.push(day)} />, { wrapper: testPage('pt') })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Since' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  type('31/02/2026')
  send()
  expect(sent).toEqual([])
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('31/02/2026')

  type('01/03/2026')
  send()
  type('')
  send()
  expect(sent).toEqual(['2026-03-01', null])
})
