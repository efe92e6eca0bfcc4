import { PassThrough, Readable } from 'node:stream'
import { toWebStream } from './web-stream'

const heldBy = (source: PassThrough) => {
  for (const part of ['a', 'b', 'c']) source.write(part)
  return source
}

test('a reader who goes away ends the source, whatever it still holds', async () => {
  const source = heldBy(new PassThrough())
  await toWebStream(source).cancel()
  await new Promise(setImmediate)
  expect(source.destroyed).toBe(true)
  const read = heldBy(new PassThrough())
  const reader = toWebStream(read).getReader()
  await reader.read()
  const waiting = reader.read()
  await reader.cancel()
  await waiting
  expect(read.destroyed).toBe(true)
})

test('the whole source is read, and a source that breaks breaks the body', async () => {
  const whole = Readable.from([Buffer.from('ab'), Buffer.from('cd')], { objectMode: false })
  expect(await new Response(toWebStream(whole)).text()).toBe('abcd')
  const broken = new PassThrough()
  const body = toWebStream(broken)
  broken.destroy(new Error('broken'))
  await expect(new Response(body).text()).rejects.toThrow('broken')
})
