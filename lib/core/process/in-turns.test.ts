import { inTurns } from './in-turns'

test('a long calculation leaves its turn to others after each part, and finds what flatMap does', async () => {
  const done: string[] = []
  const calculated = inTurns(
    [1, 2, 3, 4, 5],
    (number) => {
      done.push(`${number}`)
      return number === 3 ? [] : number * 10
    },
    2,
  )
  const other = () => setImmediate(() => done.push('other') < 12 && other())
  other()
  expect(await calculated).toEqual([10, 20, 40, 50])
  expect(done.slice(0, 7)).toEqual(['1', '2', 'other', '3', '4', 'other', '5'])
})
