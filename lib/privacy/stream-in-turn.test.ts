import { setImmediate as turn } from 'node:timers/promises'
import { streamParts, takePlace } from './stream-in-turn'

/** As long as a reader may take nothing. */
const SILENCE_MS = 120_000
beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }))
afterEach(() => jest.useRealTimers())

async function* endless() {
  for (;;) yield 'x'.repeat(200_000)
}
/** Until what is read ahead has been, and a stream that ends has ended. */
const settle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await turn()
}
const pass = async (ms: number) => {
  await settle()
  jest.advanceTimersByTime(ms)
  await settle()
}

test('a reader who takes nothing any more loses the place, and who goes on reading keeps it', async () => {
  const reader = streamParts(endless(), takePlace('slow')).getReader()
  const isFree = () => {
    try {
      takePlace('slow')()
      return true
    } catch {
      return false
    }
  }
  for (let times = 0; times < 3; times += 1) {
    // What is read ahead is taken too, so that the next part is asked for.
    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read()
    await pass(SILENCE_MS - 1000)
    expect(isFree()).toBe(false)
  }
  await pass(1000)
  expect(isFree()).toBe(true)
})
