import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { BoardView } from '@/lib/insight/productivity/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { TaskDrawer } from './task-drawer'

stubPage(
  (() => {
    const router = { push: () => undefined, refresh: () => undefined }
    return { useRouter: () => router }
  })(),
)

const boardWith = (open: BoardView['open']): BoardView => ({ tasks: [], people: [], today: '2026-11-21', open })

test('a new task can be begun again after one was', async () => {
  const { rerender } = render(<TaskDrawer view={boardWith({ new: 'doing' })} />, { wrapper: testPage('en') })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  rerender(<TaskDrawer view={boardWith(null)} />)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  rerender(<TaskDrawer view={boardWith({ new: 'doing' })} />)
  expect(await screen.findByRole('dialog', { name: 'New task' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Column' })).toMatchObject({ value: 'doing' })
})
