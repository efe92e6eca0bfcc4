import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { ActionResult } from '@/lib/core/errors'
import type { NoticePreference } from '@/lib/identity/notices/preferences'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { NotificationTable } from './notification-table'

const sent: object[] = []
const answers: ((result: ActionResult<null>) => void)[] = []
stubPage({
  useRouter: () => ({ refresh: () => undefined }),
  setNoticePreferenceAction: (_: object, input: object) => {
    sent.push(input)
    return new Promise((answer) => answers.push(answer))
  },
})

const on = { on: true, always: false }
const preferences: NoticePreference[] = [
  { kind: 'expenseDue', channels: { inProduct: on, byMail: on } },
  { kind: 'morning', hour: 7, channels: { inProduct: on, byMail: { on: false, always: false } } },
  { kind: 'newDevice', channels: { inProduct: on, byMail: { on: true, always: true } } },
]
const mail = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: `${name}: Por e-mail` })

beforeEach(() => {
  answers.length = 0
  render(<NotificationTable preferences={preferences} />, { wrapper: testPage() })
})

test('a switch moves at once, says that it is being saved, takes no second click meanwhile, and stays', async () => {
  await userEvent.click(mail('Despesas a pagar'))
  expect([mail('Despesas a pagar').checked, mail('Despesas a pagar').getAttribute('aria-busy')]).toEqual([
    false,
    'true',
  ])
  await userEvent.click(mail('Despesas a pagar'))
  expect(answers).toHaveLength(1)
  await act(async () => answers[0]!({ ok: true, data: null }))
  expect([mail('Despesas a pagar').checked, mail('Despesas a pagar').getAttribute('aria-busy')]).toEqual([false, null])
})

test('a failed change goes back to its earlier value', async () => {
  await userEvent.click(mail('Despesas a pagar'))
  await act(async () => answers[0]!({ ok: false, error: 'unavailable' }))
  expect(mail('Despesas a pagar').checked).toBe(true)
})

test('the hour of the summary is saved without touching its channels, and goes back if it was not', async () => {
  sent.length = 0
  const hour = () => screen.getByLabelText<HTMLSelectElement>('Hora')
  await userEvent.selectOptions(hour(), '06:00')
  expect(sent).toEqual([{ kind: 'morning', channel: 'byMail', hour: 6 }])
  await act(async () => answers[0]!({ ok: false, error: 'unavailable' }))
  expect(hour().value).toBe('7')
})

test('a mandatory channel is on, cannot be moved and says so', async () => {
  await userEvent.click(mail('Entrada em aparelho novo'))
  expect(mail('Entrada em aparelho novo')).toMatchObject({ checked: true, disabled: true })
  expect(screen.getByText('sempre')).toBeTruthy()
  expect(answers).toHaveLength(0)
})
