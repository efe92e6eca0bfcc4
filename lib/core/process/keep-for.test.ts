import { keepFor } from './keep-for'

test('a value is made once until its time is over, of each key, and a failure is made again', async () => {
  let time = 0
  const made: string[] = []
  const kept = keepFor<string>({ ms: 10, most: 2, now: () => time })
  const take = (key: string) =>
    kept.take(key, async () => {
      made.push(key)
      if (key === 'bad') throw new Error('away')
      return `${key} ${made.length}`
    })
  expect([await take('a'), await take('a'), await take('b')]).toEqual(['a 1', 'a 1', 'b 2'])
  time = 10
  expect(await take('a')).toBe('a 3')
  for (let tries = 0; tries < 2; tries += 1) await expect(take('bad')).rejects.toThrow('away')
  expect(made).toEqual(['a', 'b', 'a', 'bad', 'bad'])
})

test('the oldest value goes when there are too many', async () => {
  const made: string[] = []
  const kept = keepFor<string>({ ms: 10, most: 2, now: () => 0 })
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await kept.take(key, async () => (made.push(key), key))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
