import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import { SecretDialog } from './secret-dialog'

const words = {
  title: 'Guarde o token agora',
  text: '',
  label: 'Token',
  copy: 'Copiar',
  copied: 'Copiado',
  done: 'Já guardei',
  keepFirst: 'Guarde antes de fechar',
}

test('neither Escape nor the cross discards a secret that is shown once; who has it closes it', async () => {
  const close = vi.fn()
  const user = userEvent.setup()
  await act(async () => render(<SecretDialog secret="mct_x" words={words} onClose={close} />, { wrapper: testPage() }))
  expect(screen.queryByText('Guarde antes de fechar')).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alert').textContent).toBe('Guarde antes de fechar')
  await user.click(screen.getByRole('button', { name: 'Copiar' }))
  expect(screen.queryByText('Guarde antes de fechar')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Fechar' }))
  expect(close).not.toHaveBeenCalled()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Já guardei' }))
  expect(close).toHaveBeenCalledTimes(1)
})
