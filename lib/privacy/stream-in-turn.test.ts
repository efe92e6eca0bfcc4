import { setImmediate as turn } from 'node:timers/promises'
import { streamParts, takePlace } from './stream-in-turn'

/** As long as a reader may take nothing. */
const SILENCE_MS = 120_000
/** As long as an answer may take in all. */
const LONGEST_MS = 15 * 60_000
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

const readerOf = (organizationId: string, userId = organizationId) => ({ organizationId, userId })
const isFree = (...[organizationId, userId]: Parameters<typeof readerOf>) => {
  try {
    takePlace(readerOf(organizationId, userId))()
    return true
  } catch {
    return false
  }
}

test('a reader who takes nothing any more loses the place, and who goes on reading keeps it', async () => {
  const reader = streamParts(endless(), takePlace(readerOf('slow'))).getReader()
  for (let times = 0; times < 3; times += 1) {
    // What is read ahead is taken too, so that the next part is asked for.
    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read()
    await pass(SILENCE_MS - 1000)
    expect(isFree('slow')).toBe(false)
  }
  await pass(1000)
  expect(isFree('slow')).toBe(true)
})

test('who reads on but slowly has the place for a quarter of an hour', async () => {
  const reader = streamParts(endless(), takePlace(readerOf('slower'))).getReader()
  for (let passed = 0; passed + 100_000 < LONGEST_MS; passed += 100_000) {
    expect(isFree('slower')).toBe(false)
    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read()
    await pass(100_000)
  }
  for (let chunks = 0; chunks < 20; chunks += 1) await reader.read()
  await pass(100_000)
  expect(isFree('slower')).toBe(true)
})

test('one company has one place, however many of its people ask, so has one person in all of theirs, and a process has few', () => {
  const leave = takePlace(readerOf('company', 'ana'))
  expect({
    'another of the company': isFree('company', 'bia'),
    'the same person elsewhere': isFree('other company', 'ana'),
    'another company': isFree('other company', 'caio'),
  }).toEqual({ 'another of the company': false, 'the same person elsewhere': false, 'another company': true })
  const others = ['second', 'third'].map((name) => takePlace(readerOf(name)))
  expect(isFree('fourth')).toBe(false)
  for (const leaveOther of others) leaveOther()
  leave()
  expect(isFree('company', 'bia')).toBe(true)
})
