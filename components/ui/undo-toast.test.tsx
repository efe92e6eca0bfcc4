import { act, fireEvent, render, screen } from '@testing-library/react'
import { Toaster } from './toaster'
import { toastWithUndo } from './undo-toast'

beforeAll(() => {
  window.matchMedia = ((query: string) => ({ matches: true, media: query })) as typeof window.matchMedia
})

test('a toast on its way out offers no way back any more: there is one at a time', async () => {
  const undone: string[] = []
  render(<Toaster />)
  await act(async () => toastWithUndo('Two paid', 'Undo', () => undone.push('paid')))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  await act(async () => toastWithUndo('Three deleted', 'Undo', () => undone.push('deleted')))
  expect(screen.getByText('Two paid')).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  expect(undone).toEqual(['paid', 'deleted'])
})
