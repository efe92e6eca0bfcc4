import { render, screen } from '@testing-library/react'
import { OnceOpened } from './once-opened'

test('a dialog that was never opened is not there; once opened it stays when it closes', () => {
  const shown = (open: boolean) => (
    <OnceOpened open={open}>
      <p>Dialog</p>
    </OnceOpened>
  )
  const { rerender } = render(shown(false))
  expect(screen.queryByText('Dialog')).toBeNull()
  rerender(shown(true))
  expect(screen.getByText('Dialog')).toBeTruthy()
  rerender(shown(false))
  expect(screen.getByText('Dialog')).toBeTruthy()
})
