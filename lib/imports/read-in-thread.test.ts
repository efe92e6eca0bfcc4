import { readInThread } from './read-in-thread'

async function read(asked: { isRefused?: boolean } = {}) {
  const parts: number[] = []
  await readInThread<number>('lib/testing/counting-thread.ts', asked, async (part) => void parts.push(part))
  return parts
}

test('a thread that read a file to its end reads the next one, alone, and one that refused a file reads no other', async () => {
  expect(await read()).toEqual([1, 1])
  expect(await read()).toEqual([2, 2])
  expect((await Promise.all([read(), read()])).toSorted()).toEqual([
    [1, 1],
    [3, 3],
  ])
  await expect(read({ isRefused: true })).rejects.toMatchObject({ code: 'importUnsafe' })
  expect(await read()).toEqual([1, 1])
})

test('where a part cannot be worked off the reading fails, and the thread reads nothing more', async () => {
  const broken = readInThread('lib/testing/counting-thread.ts', {}, () => Promise.reject(new Error('broken')))
  await expect(broken).rejects.toThrow('broken')
  expect(await read()).toEqual([1, 1])
})
