import { keepThread, ThreadOverrun } from './kept-thread'

const unshared = new Int32Array(new SharedArrayBuffer(4))
afterEach(() => void vi.useRealTimers())

test('an answer of an abandoned thread is dropped: the next question gets its own', async () => {
  const request = keepThread<string, string>('lib/testing/harnesses/echo-thread.ts', {
    heapMegabytes: 64,
    timeoutMs: 3_000,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(await request('warm')).toBe('warm')
  const first = request('late: first').catch((error: unknown) => error)
  const second = request('second')
  await new Promise((resolve) => setImmediate(resolve))
  // The thread has answered, this process has not read it, and the time is over.
  Atomics.wait(unshared, 0, 0, 800)
  vi.advanceTimersByTime(3_000)
  expect(await first).toBeInstanceOf(ThreadOverrun)
  expect(await second).toBe('second')
}, 20_000)
