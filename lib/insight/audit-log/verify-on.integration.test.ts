import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { env } from '@/lib/core/env'
import { asWorker } from '@/lib/testing/harnesses/database'
import { openIntruder, removeHeadFile } from '@/lib/testing/harnesses/audit-log-intruder'
import { chainAuditLog } from './chain-audit-log'
import { readHead, readLooked, removeHead } from './chain-head'
import { verifyOn } from './verify-on'
import { verifyAuditLog } from './verify-audit-log'

const ROWS = 12_000
/** One step of each reading. */
const NO_TIME = 0
let intruder: Awaited<ReturnType<typeof openIntruder>>
beforeAll(async () => {
  intruder = await openIntruder()
})

const pathOf = (name: string) => resolve(env().MASCATE_DATA, 'audit', `${name}.json`)
const lookedPath = (organizationId: string) => pathOf(`${organizationId}.looked`)
const whole = { fault: null, wholeSince: expect.any(Date) }
const edit = (position: number) => `UPDATE audit_event SET after = '{"n": -1}' WHERE position = ${position}`

test('a short trail is read whole each time: what was read before and changed since is found', async () => {
  const organizationId = await intruder.makeAuditLog(4, 4)
  expect(await verifyOn(organizationId)).toEqual({ ...whole, chained: 8n, verified: 8n })
  for (const position of [1, 4, 5, 8])
    expect(
      (await intruder.withFault(organizationId, 'true', [edit(position)], () => verifyOn(organizationId))).fault,
    ).toMatchObject({
      reason: 'link',
      from: position < 5 ? 1n : 5n,
    })
  expect(await verifyOn(organizationId)).toEqual({ ...whole, chained: 8n, verified: 8n })
})

test('a long one goes on where the time before left it, the newest first, and says since when all of it was read', async () => {
  const organizationId = await intruder.makeAuditLog(ROWS)
  const seen = [
    await verifyOn(organizationId, NO_TIME),
    await verifyOn(organizationId, NO_TIME),
    await verifyOn(organizationId, NO_TIME),
  ]
  expect(seen.map(({ verified, wholeSince }) => [verified, wholeSince !== null])).toEqual([
    [5_000n, false],
    [10_000n, false],
    [12_000n, true],
  ])
  await intruder.addRows(organizationId, 3_000)
  await asWorker(() => chainAuditLog(organizationId))
  expect(await verifyOn(organizationId, NO_TIME)).toEqual({ ...whole, chained: 15_000n, verified: 15_000n })
  const again = await readLooked(organizationId)
  expect([again!.upTo.lastPosition, again!.again.lastPosition]).toEqual([15_000n, 5_000n])

  // Read already, in this reading and the one before: the whole verification finds it at once, this one when it comes past again.
  await intruder.run(organizationId, [edit(1_500)])
  expect(await verifyAuditLog(organizationId)).toMatchObject({
    intact: false,
    reason: 'link',
    brokenAt: 1_001n,
    brokenUntil: 2_000n,
  })
  const later = [
    await verifyOn(organizationId, NO_TIME),
    await verifyOn(organizationId, NO_TIME),
    await verifyOn(organizationId, NO_TIME),
  ]
  const fault = { from: 1_001n, until: 2_000n, reason: 'link' }
  expect(later.map((one) => one.fault)).toEqual([null, null, fault])
  // It stays one, however often it is looked at.
  expect((await verifyOn(organizationId, NO_TIME)).fault).toEqual(fault)
})

test('a change to entries chained since the last time is found at once, however long the rest is', async () => {
  const organizationId = await intruder.makeAuditLog(6_000)
  for (const _ of [1, 2]) await verifyOn(organizationId, NO_TIME)
  await intruder.addRows(organizationId, 10)
  await asWorker(() => chainAuditLog(organizationId))
  await intruder.run(organizationId, [edit(6_004)])
  expect((await verifyOn(organizationId, NO_TIME)).fault).toMatchObject({ from: 6_001n, until: 6_010n })
})

test('a cut tail, a chain computed again and a removed head are found at once', async () => {
  const make = async () => {
    const organizationId = await intruder.makeAuditLog(4, 4, 4)
    await verifyOn(organizationId)
    return organizationId
  }
  const [cut, remade, headless] = [await make(), await make(), await make()]
  await intruder.run(cut, ['DELETE FROM audit_event WHERE position > 8', 'DELETE FROM audit_chain WHERE number = 3'])
  expect((await verifyOn(cut, NO_TIME)).fault).toEqual({ from: 9n, until: 9n, reason: 'head' })
  // And goes on being one when the trail has been chained on past it.
  for (let turn = 0; turn < 2; turn += 1) {
    await intruder.addRows(cut, 1)
    await asWorker(() => chainAuditLog(cut))
    expect((await verifyOn(cut, NO_TIME)).fault).toMatchObject({ reason: 'head' })
  }
  // Even where the head is removed with the tail: the stored position was further.
  await removeHeadFile(cut)
  await asWorker(() => chainAuditLog(cut))
  expect((await verifyOn(cut, NO_TIME)).fault).toMatchObject({ reason: 'head' })
  await intruder.run(remade, [edit(7)])
  await intruder.rechain(remade, Buffer.alloc(32, 7))
  expect((await verifyOn(remade, NO_TIME)).fault).not.toBeNull()
  await removeHeadFile(headless)
  expect((await verifyOn(headless, NO_TIME)).fault).toMatchObject({ reason: 'head' })
})

test('the stored position counts only with a signature, and for this company: else it begins at the first entry', async () => {
  const [organizationId, other] = [await intruder.makeAuditLog(6_000), await intruder.makeAuditLog(6_000)]
  for (const one of [organizationId, other]) await verifyOn(one, NO_TIME)
  const kept = await readFile(lookedPath(organizationId), 'utf8')
  await writeFile(lookedPath(organizationId), kept.replace('"lastPosition":"5000"', '"lastPosition":"6000"'))
  expect(await readLooked(organizationId)).toBeNull()
  await copyFile(lookedPath(other), lookedPath(organizationId))
  expect(await readLooked(organizationId)).toBeNull()
  // Nor is it a head, or a head it.
  await copyFile(pathOf(organizationId), lookedPath(organizationId))
  expect(await readLooked(organizationId)).toBeNull()
  await writeFile(lookedPath(organizationId), kept)
  await copyFile(lookedPath(organizationId), pathOf(organizationId))
  expect(await readHead(organizationId)).toBeNull()
  await rm(lookedPath(other))
  expect(await verifyOn(other, NO_TIME)).toMatchObject({ verified: 5_000n, wholeSince: null })
  await removeHead(other)
  expect([await readHead(other), await readLooked(other)]).toEqual([null, null])
})
