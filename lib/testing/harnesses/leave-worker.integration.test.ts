import { asWorker, leaveWorker } from '@/lib/testing/harnesses/database'
const shared = globalThis as { mascatePrisma?: object }
test('work that outlives its file does not keep the next one under the worker’s role, nor takes its role away when it ends', async () => {
  const before = shared.mascatePrisma
  let end = () => {}
  const left = asWorker(() => new Promise<void>((done) => (end = done)))
  expect(shared.mascatePrisma).not.toBe(before)
  leaveWorker()
  expect(shared.mascatePrisma).toBe(before)
  await asWorker(async () => {
    const working = shared.mascatePrisma
    end()
    await left
    expect(shared.mascatePrisma).toBe(working)
  })
  expect(shared.mascatePrisma).toBe(before)
})
