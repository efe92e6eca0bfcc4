import { keepThread, ThreadOverrun } from './kept-thread'

test('an answer of an abandoned thread is dropped: the next question gets its own', async () => {
  const request = keepThread<string, string>('lib/testing/harnesses/echo-thread.ts', {
    heapMegabytes: 64,
    timeoutMs: 3_000,
  })
  expect(await request('warm')).toBe('warm')
  const first = request('late: first').catch((error: unknown) => error)
  const second = request('second')
  await new Promise((resolve) => setImmediate(resolve))
  // The process is busy elsewhere, so that the time is over before the answer is read.
  for (const until = Date.now() + 3_500; Date.now() < until;);
  expect(await first).toBeInstanceOf(ThreadOverrun)
  expect(await second).toBe('second')
}, 20_000)
