import { AsyncLocalStorage } from 'node:async_hooks'
import { limitConcurrency, limitConcurrencyByKey } from './concurrency'

test('costly work runs as many at a time as agreed, in order, and a line that is full turns callers away', async () => {
  const limited = limitConcurrency({ atOnce: 3, waiting: 100 })
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (i: number) =>
    limited(async () => {
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
  const [first, second] = [limitConcurrency({ atOnce: 1, waiting: 1 }), limitConcurrency({ atOnce: 1, waiting: 1 })]
  let release = () => {}
  const held = first(() => new Promise<void>((done) => (release = done)))
  expect(await second(async () => 'through')).toBe('through')
  release()
  await held
})

test('each key has a queue of its own, first come, first served, and an empty queue is removed', async () => {
  const limited = limitConcurrencyByKey({ atOnce: 1, waiting: 1 })
  let release = () => {}
  const held = limited('one', () => new Promise<void>((done) => (release = done)))
  const next = limited('one', async () => 'second')
  await expect(limited('one', async () => 'third')).rejects.toMatchObject({ code: 'tooManyRequests' })
  expect(await limited('two', async () => 'through')).toBe('through')
  release()
  await held
  expect(await next).toBe('second')
  await expect(limited('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await limited('one', async () => 'again')).toBe('again')
})

test('work that waited runs in the async context of its own caller, such as its request', async () => {
  const request = new AsyncLocalStorage<string>()
  const limited = limitConcurrency({ atOnce: 1, waiting: 10 })
  const work = async () => {
    await new Promise((done) => setImmediate(done))
    return request.getStore()
  }
  const contexts = ['one', 'two', 'three']
  expect(await Promise.all(contexts.map((name) => request.run(name, () => limited(work))))).toEqual(contexts)
})
