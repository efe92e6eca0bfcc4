import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setTimeout as wait } from 'node:timers/promises'
import Link from 'next/link'
import { useState } from 'react'
import { ConfirmDialog } from './dialog'
import { testPage } from './test-page'
import { useUnsavedGuard } from './use-unsaved-guard'

function Deleting({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>open</button>
      <ConfirmDialog
        danger
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={onConfirm}
        title="Excluir?"
        text="Não tem volta."
        confirmLabel="Excluir"
      />
    </>
  )
}

test('a double click on what opens it leaves it open; a later click beside it closes it', async () => {
  render(<Deleting onConfirm={vi.fn()} />, { wrapper: testPage() })
  const clickBeside = () =>
    act(async () => void (fireEvent.pointerDown(document.body), fireEvent.pointerUp(document.body)))
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
  await act(() => wait(20))
  await clickBeside()
  await act(() => wait(400))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  await clickBeside()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('confirming starts on Cancel, so Enter destroys nothing, and Escape gives the focus back', async () => {
  const onConfirm = vi.fn()
  render(<Deleting onConfirm={onConfirm} />, { wrapper: testPage() })
  const opener = screen.getByRole('button', { name: 'open' })
  await userEvent.click(opener)
  expect(screen.getByRole('alertdialog', { name: 'Excluir?' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Cancelar')
  await userEvent.keyboard('{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(opener)
  await userEvent.click(screen.getByRole('button', { name: 'Excluir' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(document.activeElement).toBe(opener)
})

function Guarded({ dirty }: { dirty: boolean }) {
  const mayLeave = useUnsavedGuard(dirty)
  const [open, setOpen] = useState(true)
  return (
    <>
      <Link href="/dashboard/products">leave</Link>
      {open && <button onClick={() => mayLeave() && setOpen(false)}>close</button>}
    </>
  )
}

test('leaving with unsaved changes asks first, without them it does not', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  const { rerender } = render(<Guarded dirty />, { wrapper: testPage() })
  let left = 0
  const onLeave = (event: Event) => {
    if (event.target instanceof HTMLAnchorElement && !event.defaultPrevented) left += 1
    event.preventDefault()
  }
  document.body.addEventListener('click', onLeave)
  await userEvent.click(screen.getByText('leave'))
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(left).toBe(0)
  await userEvent.click(screen.getByText('close'))
  expect(screen.getByText('close')).toBeTruthy()
  const unload = new Event('beforeunload', { cancelable: true })
  act(() => void window.dispatchEvent(unload))
  expect(unload.defaultPrevented).toBe(true)
  rerender(<Guarded dirty={false} />)
  await userEvent.click(screen.getByText('leave'))
  await userEvent.click(screen.getByText('close'))
  expect(screen.queryByText('close')).toBeNull()
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(left).toBe(1)
  document.body.removeEventListener('click', onLeave)
  confirm.mockRestore()
})
