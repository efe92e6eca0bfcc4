import { gatherEvents } from './gather-events'

const words = (text: string, took = 1) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] } }], usageMetadata: { took } })}\r\n\r\n`
const end = `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP' }] })}\r\n\r\n`
const call = `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ functionCall: { name: 'a' } }] } }] })}\r\n\r\n`
const thought = `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'x', thought: true }] } }] })}\r\n\r\n`

function streamOf(chunks: string[], broken = false): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = chunks.map((chunk) => encoder.encode(chunk))
  return new ReadableStream({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else if (broken) controller.error(new Error('lost'))
      else controller.close()
    },
  })
}

async function eventsOf(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const reader = stream.getReader()
  const results: string[] = []
  for (let part = await reader.read(); !part.done; part = await reader.read())
    results.push(new TextDecoder().decode(part.value))
  return results
}

test('words of a moment come in one event with the last one’s usage; what is not words keeps its place and its bytes', async () => {
  const said = [words('a'), words('b'), words('c', 3), call, words('d'), thought, words('e'), words('f'), end]
  const whole = said.join('')
  // Cut anywhere, also within a character.
  const cut = [whole.slice(0, 7), whole.slice(7, 150), whole.slice(150)]
  expect(await eventsOf(gatherEvents(streamOf(cut), () => 60_000))).toEqual([
    words('a'),
    words('bc', 3),
    call,
    words('d'),
    thought,
    words('ef'),
    end,
  ])
})

test('with few listeners no event waits, and a waiting one is sent in time though no other follows', async () => {
  expect(await eventsOf(gatherEvents(streamOf([words('a'), words('b'), end]), () => 0))).toEqual([
    words('a'),
    words('b'),
    end,
  ])
  const hanging = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(words('a') + words('b'))),
  })
  const reader = gatherEvents(hanging, () => 20).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(words('a'))
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(words('b'))
})

test('a broken event passes as it is, an unfinished one too, and a lost connection is reported', async () => {
  const broken = 'data: {"candidates":[{"content":{"pa\r\n\r\n'
  expect((await eventsOf(gatherEvents(streamOf([words('a'), broken, 'data: {"ca']), () => 0))).join('')).toBe(
    `${words('a')}${broken}data: {"ca`,
  )
  const reader = gatherEvents(streamOf([words('a'), words('b')], true), () => 60_000).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(words('a'))
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(words('b'))
  await expect(reader.read()).rejects.toThrow('lost')
})

test('a reader that stops ends the call', async () => {
  let ended = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(words('a'))),
    cancel: () => void (ended = true),
  })
  const reader = gatherEvents(body).getReader()
  await reader.read()
  await reader.cancel()
  expect(ended).toBe(true)
})

test('an answer without an end is cut off, and its connection closed', async () => {
  let isClosed = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => void (isClosed = true),
  })
  await expect(eventsOf(gatherEvents(endless))).rejects.toMatchObject({ problem: 'tooLarge' })
  expect(isClosed).toBe(true)
})
