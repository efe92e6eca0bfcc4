import { makeTurns, makeTurnsOf } from './turns'

test('costly work runs as many at a time as agreed, in order, and a line that is full turns callers away', async () => {
  const inTurn = makeTurns({ atOnce: 3, waiting: 100 })
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (i: number) =>
    inTurn(async () => {
      most = Math.max(most, (running += 1))
      order.push(i)
      await new Promise((done) => setImmediate(done))
      running -= 1
      if (i % 10 === 0) throw new Error('failed')
      return i
    })
  const answers = await Promise.allSettled(Array.from({ length: 150 }, (_, i) => work(i)))
  expect(most).toBe(3)
  expect(order).toEqual(Array.from({ length: 103 }, (_, i) => i))
  const refused = answers.filter((answer) => answer.status === 'rejected' && answer.reason.code === 'tooManyRequests')
  expect(refused).toHaveLength(47)
  expect(await work(1)).toBe(1)
})

test('two lines do not wait for each other', async () => {
  const [first, second] = [makeTurns({ atOnce: 1, waiting: 1 }), makeTurns({ atOnce: 1, waiting: 1 })]
  let release = () => {}
  const held = first(() => new Promise<void>((done) => (release = done)))
  expect(await second(async () => 'through')).toBe('through')
  release()
  await held
})

test('each key has a queue of its own, first come, first served, and an empty queue is removed', async () => {
  const inTurn = makeTurnsOf({ atOnce: 1, waiting: 1 })
  let release = () => {}
  const held = inTurn('one', () => new Promise<void>((done) => (release = done)))
  const next = inTurn('one', async () => 'second')
  await expect(inTurn('one', async () => 'third')).rejects.toMatchObject({ code: 'tooManyRequests' })
  expect(await inTurn('two', async () => 'through')).toBe('through')
  release()
  await held
  expect(await next).toBe('second')
  await expect(inTurn('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await inTurn('one', async () => 'again')).toBe('again')
})
