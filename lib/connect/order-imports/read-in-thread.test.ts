import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readInThread } from './read-in-thread'

const PROGRAM = 'lib/testing/harnesses/counting-thread.ts'
const folder = mkdtempSync(join(tmpdir(), 'read-in-thread-'))
const [small, large] = [join(folder, 'small'), join(folder, 'large')]
beforeAll(() => {
  writeFileSync(small, '')
  writeFileSync(large, Buffer.alloc(2_000_000))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function read(options: { path?: string; isRefused?: boolean } = {}) {
  const parts: number[] = []
  await readInThread<number>(PROGRAM, { path: small, ...options }, async (part) => void parts.push(part))
  return parts
}

test('a thread that read a small file to its end reads the next one, alone; one that read a large one or refused one reads no other', async () => {
  expect(await read()).toEqual([1, 1])
  expect(await read()).toEqual([2, 2])
  const beside: number[][] = []
  await readInThread<number>(PROGRAM, { path: small }, async (part) => void beside.push([part, ...(await read())]))
  expect(beside).toEqual([
    [3, 1, 1],
    [3, 2, 2],
  ])
  await expect(read({ isRefused: true })).rejects.toMatchObject({ code: 'importUnsafe' })
  expect(await read()).toEqual([1, 1])
  expect(await read({ path: large })).toEqual([2, 2])
  expect(await read()).toEqual([1, 1])
})

test('where a part cannot be worked off the reading fails, and the thread reads nothing more', async () => {
  const broken = readInThread(PROGRAM, { path: small }, () => Promise.reject(new Error('broken')))
  await expect(broken).rejects.toThrow('broken')
  expect(await read()).toEqual([1, 1])
})
