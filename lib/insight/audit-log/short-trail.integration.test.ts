import { env } from '@/lib/core/env'
import { asWorker } from '@/lib/testing/harnesses/database'
import { trailFaults } from '@/lib/testing/harnesses/trail-faults'
import { openIntruder, removeHeadFile } from '@/lib/testing/harnesses/trail-intruder'
import { sealTrail } from './seal-trail'
import { writeHead } from './trail-head'
import { verifyTrail } from './verify-trail'

// It switches triggers of the trail off: a database of its own.
const SHORT = [4, 4, 4]
const LAST = 12

let intruder: Awaited<ReturnType<typeof openIntruder>>
beforeAll(async () => void (intruder = await openIntruder()))

test.each(Object.keys(trailFaults))(
  'an entry %s is found, in the seal where it is; put right the trail holds',
  async (kind) => {
    const trail = await intruder.trailOf(...SHORT)
    const place = { n: 6, other: 7, last: LAST }
    const verdict = await intruder.withFault(trail, `position IN (6, 7, ${LAST})`, trailFaults[kind]!(place), () =>
      verifyTrail(trail),
    )
    if (verdict.intact) throw new Error('not found')
    const sealOf = (row: bigint) => Math.ceil(Number(row) / SHORT[1]!)
    expect([sealOf(verdict.brokenAt), sealOf(verdict.brokenUntil)]).toEqual([2, 2])
    expect(await verifyTrail(trail)).toEqual({ intact: true, sealed: BigInt(LAST), unsealed: 0 })
  },
)

test('a cut tail is found', async () => {
  const trail = await intruder.trailOf(...SHORT)
  const cut = ['DELETE FROM audit_event WHERE position > 8', 'DELETE FROM audit_seal WHERE number > 2']
  const verdict = await intruder.withFault(trail, 'position > 8', cut, () => verifyTrail(trail))
  expect(verdict).toMatchObject({ intact: false, reason: 'head' })
})

const foreign = Buffer.alloc(32, 7)
const edit = `UPDATE audit_event SET after = '{"n": -1}' WHERE position = 7`
const forget = ['DELETE FROM audit_seal', 'UPDATE audit_event SET position = NULL']

describe('a chain computed again without the key is found', () => {
  /** Rows edited, and every seal consistent with them and with the one before. */
  async function remade() {
    const trail = await intruder.trailOf(...SHORT)
    await intruder.run(trail, [edit])
    await intruder.sealAnew(trail, foreign)
    return trail
  }
  const atTheFirst = { intact: false, reason: 'seal', brokenAt: 1n, brokenUntil: 4n, sealed: 0n }

  test('from its first entry on, however well its seals hang together', async () => {
    expect(await verifyTrail(await remade())).toMatchObject(atTheFirst)
  })

  test('with the head removed, or signed again too', async () => {
    const trail = await remade()
    await removeHeadFile(trail)
    expect(await verifyTrail(trail)).toMatchObject(atTheFirst)
    const { AUDIT_SEAL_KEY } = env()
    env().AUDIT_SEAL_KEY = foreign.toString('base64')
    await writeHead(trail, { number: 3n, lastPosition: 12n, hmac: foreign })
    env().AUDIT_SEAL_KEY = AUDIT_SEAL_KEY
    expect(await verifyTrail(trail)).toMatchObject(atTheFirst)
  })

  test('with no seals at all, and still after the worker has sealed the edited rows itself', async () => {
    const trail = await intruder.trailOf(...SHORT)
    await intruder.run(trail, [edit, ...forget])
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await verifyTrail(trail)).toMatchObject({ intact: false, reason: 'head' })
      await intruder.addRows(trail, 1)
      await asWorker(() => sealTrail(trail))
    }
  })

  test('with no seals and no head, where entries still have their places', async () => {
    const trail = await intruder.trailOf(...SHORT)
    await intruder.run(trail, ['DELETE FROM audit_seal'])
    await removeHeadFile(trail)
    expect(await verifyTrail(trail)).toMatchObject({ intact: false, reason: 'head' })
  })
})
