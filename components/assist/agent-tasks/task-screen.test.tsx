import { act, render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { AgentFileState } from '@/lib/generated/prisma/enums'
import type { TaskView } from '@/lib/assist/agent-tasks/task-view'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { TaskScreen } from './task-screen'

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const doneWith = (state: AgentFileState) =>
  ({
    id: 'T',
    kind: 'own',
    worker: 'manus',
    state: 'done',
    from: '2026-10-01',
    to: '2026-10-31',
    shopName: null,
    packs: [],
    report: null,
    may: { approve: false, cancel: false, retry: false },
    events: [
      {
        id: 'E',
        kind: 'message',
        text: 'Pronto.',
        at: new Date(0),
        byName: null,
        callState: null,
        answers: null,
        word: null,
        isWaiting: false,
        files: [{ id: 'F', name: 'analise.html', state, bytes: null }],
      },
    ],
  }) as unknown as TaskView

test.each([
  ['waiting', 1],
  ['kept', 0],
  ['refused', 0],
] as const)('a task that is done with a result %s asks for its page again %i times', async (state, times) => {
  refresh.mockClear()
  render(<TaskScreen task={doneWith(state)} canApprove={false} company="Loja" timeZone="America/Sao_Paulo" />, {
    wrapper: testPage(),
  })
  await act(async () => void vi.advanceTimersByTime(3_000))
  expect(refresh).toHaveBeenCalledTimes(times)
})
