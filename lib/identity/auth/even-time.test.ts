import { evenTime, floors } from './even-time'

afterEach(() => floors.clear())

test.each(['well', 'badly'])(
  'an answer that ends %s is sent once its floor is over, which began before it',
  async (how) => {
    const seen: (string | number)[] = []
    let end = () => {}
    floors.wait = (ms) => {
      seen.push(ms)
      return new Promise<void>((over) => (end = over))
    }
    const answer = evenTime(500, async () => {
      seen.push('at work')
      if (how === 'badly') throw new Error('badly')
      return 'well'
    })
    const settled = answer.catch((error: Error) => error.message).then((text) => seen.push(text))
    await new Promise(setImmediate)
    expect(seen).toEqual([500, 'at work'])
    end()
    await settled
    expect(seen).toEqual([500, 'at work', how])
  },
)

test('a floor lasts as long as it says', async () => {
  const since = performance.now()
  await evenTime(20, async () => {})
  expect(performance.now() - since).toBeGreaterThan(18)
})
