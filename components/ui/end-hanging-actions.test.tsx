import { clientSettings } from './client-settings'
import { endHangingActions } from './end-hanging-actions'

const silent = vi.fn((_: unknown, init?: RequestInit) => {
  return new Promise<Response>((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error)),
  )
})

test('a server action that hangs is given up at its deadline, so that the retry can leave; nothing else is', async () => {
  const deadline = new AbortController()
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (limits.push(ms), deadline.signal))
  vi.stubGlobal('fetch', silent)
  endHangingActions()
  void window.fetch('/dashboard', { headers: { rsc: '1' } })
  expect([limits, silent.mock.lastCall![1]!.signal]).toEqual([[], undefined])
  const call = window.fetch('/dashboard', { method: 'POST', headers: { 'Next-Action': 'a' } })
  expect(limits).toEqual([clientSettings.actionDeadlineMs])
  deadline.abort(new DOMException('', 'TimeoutError'))
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
})
