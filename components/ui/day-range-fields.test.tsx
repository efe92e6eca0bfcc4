import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { DraftRange } from './calendar'
import { DayRangeFields } from './day-range-fields'
import { testPage } from './test-page'

function Period() {
  const [range, setRange] = useState<DraftRange | null>({ from: '2026-11-01', to: '2026-11-21' })
  return (
    <>
      <DayRangeFields value={range} onSelect={setRange} />
      <output>{`${range?.from} ${range?.to}`}</output>
    </>
  )
}

const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
  fireEvent.blur(field)
}
const chosen = () => screen.getByRole('status').textContent

test('any period can be typed, however long ago', async () => {
  render(<Period />, { wrapper: testPage('pt') })
  await type('De', '01/11/2017')
  await type('Até', '30/11/2017')
  expect(chosen()).toBe('2017-11-01 2017-11-30')
})

test('a day that cannot be read is said and moves nothing; one past the other end moves that end', async () => {
  render(<Period />, { wrapper: testPage('pt') })
  await type('De', '31/02/2026')
  expect(chosen()).toBe('2026-11-01 2026-11-21')
  expect(screen.getByLabelText('De').getAttribute('aria-invalid')).toBe('true')
  await type('De', '25/11/2026')
  expect(chosen()).toBe('2026-11-25 2026-11-25')
})
