import { withOrganization, type Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { advanceRun, endRun, getRun, openRun } from './run-record'

let company: TestOrganization
let id: string
beforeEach(async () => {
  company = await createTestOrganization()
  id = newId()
  const data = {
    organizationId: company.organizationId,
    id,
    kind: 'labels',
    total: 4,
    input: { orderIds: [] },
  } as const
  await within((db) => db.dispatchRun.create({ data, select: { id: true } }))
})

const within = <T>(run: (db: Db) => Promise<T>, of = company) => withOrganization(of, run)
const read = () => within((db) => getRun(db, company.organizationId, id))
const problem = { code: 'A', subject: newId(), errorCode: 'unavailable', text: null } as const
const advance = (from: number, of = company) =>
  within((db) => advanceRun(db, of, id, { from, by: 2, problems: [problem] }), of)
const end = (state: 'done' | 'failed', fileId: string | null = null, of = company) =>
  within((db) => endRun(db, of, id, { state, fileId }), of)
const open = (of = company) => within((db) => openRun(db, of, id), of)

test('a chunk that is worked off a second time counts once, with its problems', async () => {
  await open()
  await advance(0)
  await advance(0)
  expect(await read()).toMatchObject({ done: 2, problems: [problem] })
  expect(await open()).toMatchObject({ done: 2 })
  await advance(2)
  await advance(0)
  expect(await read()).toMatchObject({ done: 4, problems: [problem, problem] })
})

test('a run ends once: neither its state nor its file changes afterwards, and it is not taken up again', async () => {
  await open()
  const fileId = newId()
  await end('failed', fileId)
  const ended = await read()
  expect(ended).toMatchObject({ state: 'failed', fileId, finishedAt: expect.any(Date) })
  await end('done', newId())
  expect(await read()).toEqual(ended)
  expect(await open()).toBeNull()
  expect(await read()).toEqual(ended)
})

test('another company neither takes up, moves on nor ends a run', async () => {
  const other = await createTestOrganization()
  await open()
  const before = await read()
  expect(await open(other)).toBeNull()
  await advance(0, other)
  await end('done', null, other)
  expect(await read()).toEqual(before)
})
