import { withOrganization } from '@/lib/core/db'
import { getFailuresFor } from '@/lib/sales/dispatch/failures'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { dismissFailure, retryFailure } from './answer-failure'
import { dismissFailureAction, retryFailureAction } from '../actions'
import { noteFailure, resolveFailures } from './failures'
import { historyProgress, listSyncProgress } from './progress'
import { requestFirstSync } from './request-sync'
import type { SyncOperation } from '../schema'

let company: TestOrganization
let shopId: string
beforeEach(async () => {
  company = await createTestOrganization()
  shopId = await addShop(company, 'Loja')
})

const note = (operation: SyncOperation, subject = 'A') =>
  withOrganization(company, (db) => noteFailure(db, company, { shopId, operation, subject, error: 'notFound' }))
const list = (of = company) =>
  withOrganization(of, (db) =>
    db.syncFailure.findMany({
      where: { organizationId: of.organizationId, state: { not: 'resolved' } },
      select: { id: true, state: true, attempts: true, nextAt: true },
      orderBy: { lastAt: 'desc' },
    }),
  )
const resolve = (as: TestOrganization) =>
  withOrganization(as, (db) => resolveFailures(db, as, { shopId, operation: 'order', subjects: ['A'] }))
const progressOf = async (as: TestOrganization) =>
  (await withOrganization(as, (db) => listSyncProgress(db, company.organizationId))).get(shopId)
const idOf = async () => (await list())[0]!.id

test('a failure counts its attempts, waits longer after each, and after the last one for a person', async () => {
  let before = 0
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await note('order')
    const [failure] = await list()
    expect(failure).toMatchObject({ attempts: attempt, state: attempt === 8 ? 'dead' : 'waiting' })
    if (attempt === 8) continue
    const waitMs = failure!.nextAt!.getTime() - Date.now()
    expect(waitMs).toBeGreaterThan(before)
    before = waitMs
  }
  await resolve(company)
  expect(await list()).toEqual([])
  await note('order')
  expect(await list()).toMatchObject([{ attempts: 1, state: 'waiting' }])
})

test('a person has a dead one tried again or takes it off the screen, with the right to what is sent by it', async () => {
  for (let attempt = 1; attempt <= 8; attempt += 1) await note('order')
  const failureId = await idOf()
  await signInAs(await addMember(company, 'viewer'))
  expect(await retryFailureAction(envelope(company), { failureId })).toMatchObject({
    ok: false,
    error: 'permissionDenied',
  })
  expect(await list()).toMatchObject([{ state: 'dead', attempts: 8 }])

  await signInAs(await addMember(company, 'manager'))
  expect(await retryFailureAction(envelope(company), { failureId })).toMatchObject({ ok: true })
  expect(await list()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  expect(await dismissFailureAction(envelope(company), { failureId })).toMatchObject({ ok: true })
  expect(await list()).toEqual([])
  expect(await dismissFailureAction(envelope(company), { failureId })).toMatchObject({ ok: false, error: 'notFound' })

  await note('label', 'B')
  for (const change of [retryFailure, dismissFailure])
    await expect(change(await addMember(company, 'finance'), { failureId: await idOf() })).rejects.toMatchObject({
      code: 'permissionDenied',
    })
  await signInAs(await addMember(company, 'operator'))
  expect(await dismissFailureAction(envelope(company), { failureId: await idOf() })).toMatchObject({ ok: true })
  await note('order', 'C')
  expect(await retryFailureAction(envelope(company), { failureId: await idOf() })).toMatchObject({ ok: true })
})

test('another company sees neither failures nor progress of a shop, and resolves nothing', async () => {
  const other = await createTestOrganization()
  await note('order')
  await withOrganization(company, (db) => requestFirstSync(db, company, shopId))
  expect((await getFailuresFor(other.owner)).sync).toEqual([])
  expect(await progressOf(other)).toBeUndefined()
  await resolve(other)
  expect(await list()).toMatchObject([{ state: 'waiting' }])
  expect(await progressOf(company)).toMatchObject({
    history: { percent: 0, isDone: false },
    failures: { waiting: 1, dead: 0 },
  })
})

test('authorized again, a shop goes on where it was', async () => {
  const first = () => withOrganization(company, (db) => requestFirstSync(db, company, shopId))
  const state = () =>
    inspect(
      company.organizationId,
      'SELECT * FROM sync_state WHERE organization_id = current_organization() ORDER BY stream',
    )
  await first()
  const before = await state()
  await first()
  expect(await state()).toEqual(before)
})

test.each([
  ['nothing yet', 100, { percent: 0, isDone: false, secondsLeft: null }],
  ['half of it', 50, { percent: 50, isDone: false, secondsLeft: 60 }],
  ['all but a moment', 0.0001, { percent: 99, isDone: false }],
  ['all', 0, { percent: 100, isDone: true, secondsLeft: 0 }],
])('a history %s is reported as such', (_, left, code) => {
  const now = new Date('2026-11-21T12:00:00Z')
  const historyStartedAt = new Date(now.getTime() - 60_000)
  const historyFrom = new Date(historyStartedAt.getTime() - 100_000_000)
  const historyReached = new Date(historyFrom.getTime() + left * 1_000_000)
  expect(
    historyProgress({ historyFrom, historyReached, historyStartedAt, historyDone: 7, historyMovedAt: now }, now),
  ).toMatchObject(code)
})
