import { setImmediate as turn } from 'node:timers/promises'
import type { UserError } from '@/lib/core/errors'
import { streamParts, takePlace } from './stream-in-turn'

/** As long as a reader may take nothing. */
const SILENCE_MS = 120_000
/** As long as a reader may let others wait for a megabyte. */
const TURN_MS = 30_000
/** As long as an answer may take in all. */
const LONGEST_MS = 15 * 60_000
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }))
afterEach(() => vi.useRealTimers())

async function* endless() {
  for (;;) yield 'x'.repeat(200_000)
}
/** Until what is read ahead has been, and a stream that ends has ended. */
const settle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await turn()
}
const pass = async (ms: number) => {
  await settle()
  vi.advanceTimersByTime(ms)
  await settle()
}

const readerOf = (organizationId: string, userId = organizationId) => ({ organizationId, userId })
const refusalOf = (...[organizationId, userId]: Parameters<typeof readerOf>) => {
  try {
    takePlace(readerOf(organizationId, userId)).leave()
    return null
  } catch (error) {
    return (error as UserError).code
  }
}
const isFree = (...reader: Parameters<typeof readerOf>) => refusalOf(...reader) === null

test('a reader who takes nothing any more loses the place, and who goes on reading keeps it', async () => {
  const reader = streamParts(endless(), takePlace(readerOf('slow'))).getReader()
  for (let times = 0; times < 3; times += 1) {
    // Buffered data is read too, so that the next part is requested.
    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read()
    await pass(SILENCE_MS - 1000)
    expect(isFree('slow')).toBe(false)
  }
  await pass(1000)
  expect(isFree('slow')).toBe(true)
})

test('a slow reader keeps its place for a quarter of an hour', async () => {
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
  const { leave } = takePlace(readerOf('company', 'ana'))
  expect({
    'another of the company': refusalOf('company', 'bia'),
    'the same person elsewhere': refusalOf('other company', 'ana'),
    'another company': refusalOf('other company', 'caio'),
  }).toEqual({
    'another of the company': 'buyerFileUnderWay',
    'the same person elsewhere': 'buyerFileUnderWay',
    'another company': null,
  })
  const others = ['second', 'third'].map((name) => takePlace(readerOf(name)))
  expect(refusalOf('fourth')).toBe('tooManyRequests')
  for (const other of others) other.leave()
  leave()
  expect(isFree('company', 'bia')).toBe(true)
})

type Source = () => AsyncGenerator<string>
const begin = (name: string, source: Source = endless) => streamParts(source(), takePlace(readerOf(name))).getReader()
type Begun = ReturnType<typeof begin>
const readSome = async (reader: Begun, chunks: number) => {
  for (let read = 0; read < chunks; read += 1) await reader.read()
}
/** Whether a stream goes on, however much of it is held ready. */
const goesOn = (reader: Begun) =>
  readSome(reader, 5).then(
    () => true,
    () => false,
  )
const leaveAll = async (readers: Begun[]) => {
  // One that was broken off has nothing to cancel.
  await Promise.allSettled(readers.map((reader) => reader.cancel()))
  await settle()
}

test('three readers who take a little now and again block no other: the slowest gives its place up once another waits', async () => {
  const readers = ['one', 'two', 'three'].map((name) => begin(name))
  await pass(TURN_MS - 2000)
  // Two and three take their megabyte just in time, one takes a part and no more.
  await readSome(readers[0]!, 1)
  for (const reader of readers.slice(1)) await readSome(reader, 8)
  await pass(1000)
  expect(isFree('another')).toBe(false)
  await pass(1000)
  const another = begin('another')
  expect(isFree('one more')).toBe(false)
  expect(await Promise.all([...readers, another].map(goesOn))).toEqual([false, true, true, true])
  await leaveAll([...readers, another])
})

test('a reader of a megabyte in every half minute keeps the place, however many wait, and loses it after', async () => {
  const readers = ['one', 'two', 'three'].map((name) => begin(name))
  for (let times = 0; times < 5; times += 1) {
    for (const reader of readers) await readSome(reader, 8)
    await pass(TURN_MS - 1000)
    expect(isFree('another')).toBe(false)
  }
  await pass(1000)
  expect(isFree('another')).toBe(true)
  await leaveAll(readers)
})

test('no reader loses a place over a slow source, or an unstarted one; a reader that leaves the last part unread does', async () => {
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
  async function* slowlyMade() {
    for (;;) {
      await wait(2 * TURN_MS)
      yield 'x'
    }
  }
  async function* short() {
    yield 'x'
  }
  const reader = begin('made slowly', slowlyMade)
  const brief = begin('short', short)
  const begun = [takePlace(readerOf('not begun'))]
  const first = reader.read()
  await pass(TURN_MS)
  begun.push(takePlace(readerOf('in its place')))
  expect(await goesOn(brief)).toBe(false)
  await pass(TURN_MS)
  await first
  const second = reader.read()
  await pass(TURN_MS)
  expect(isFree('another')).toBe(false)
  await pass(TURN_MS)
  await second
  for (const place of begun) place.leave()
  await leaveAll([reader])
})
