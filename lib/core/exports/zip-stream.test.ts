import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { readZipDirectory } from '../sheets/zip-directory'
import { unpackEntry } from '../sheets/zip-entry'
import { zipOf, type ZipEntry } from './zip-stream'

async function* parts(...texts: (string | Buffer)[]) {
  yield* texts
}
async function* entriesOf(entries: ZipEntry[]) {
  yield* entries
}

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('packed entries come out as they went in, with names in any script and empty entries', async () => {
  const big = Buffer.from(Array.from({ length: 20_000 }, (_, line) => `linha ${line * 7919}\n`).join(''))
  const given = { 'a.txt': [Buffer.from('olá')], 'pasta/relatório.html': [big, big], 'vazio.xml': [] as Buffer[] }
  const zip = await buffer(
    zipOf(entriesOf(Object.entries(given).map(([name, content]) => ({ name, content: parts(...content) })))),
  )
  const path = join(folder, 'a.zip')
  await writeFile(path, zip)
  const file = await open(path)
  const zipDirectory = await readZipDirectory(file)
  await file.close()
  expect(zipDirectory.map(({ name }) => name)).toEqual(Object.keys(given))
  for (const [index, content] of Object.values(given).entries()) {
    const whole = Buffer.concat(content)
    expect((await buffer(unpackEntry(path, zipDirectory[index]!))).equals(whole)).toBe(true)
    expect(zip.includes(checksum(whole))).toBe(true)
  }
  expect(zip.length).toBeLessThan(big.length)
})

test('a failure while an entry is read ends the archive with that failure', async () => {
  async function* failing() {
    yield 'begun'
    throw new Error('gone')
  }
  await expect(buffer(zipOf(entriesOf([{ name: 'a', content: failing() }])))).rejects.toThrow('gone')
})

test('a reader that stops ends the entries, so that nothing they hold stays open', async () => {
  const ended: string[] = []
  async function* endless() {
    try {
      for (;;) yield randomBytes(50_000)
    } finally {
      ended.push('content')
    }
  }
  async function* entries() {
    try {
      yield { name: 'a', content: endless() }
    } finally {
      ended.push('entries')
    }
  }
  const zip = zipOf(entries())
  for await (const _ of zip) break
  await vi.waitFor(() => expect(ended).toEqual(['content', 'entries']))
})

const checksum = (content: Buffer) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(content))
  return sum
}
