import { env } from '@/lib/core/env'
import { asWorker } from '@/lib/testing/harnesses/database'
import { auditLogFaults } from '@/lib/testing/harnesses/audit-log-faults'
import { openIntruder, removeHeadFile } from '@/lib/testing/harnesses/audit-log-intruder'
import { chainAuditLog } from './chain-audit-log'
import { writeHead } from './chain-head'
import { verifyAuditLog } from './verify-audit-log'

// It switches triggers of the trail off: a database of its own.
const SHORT = [4, 4, 4]
const LAST = 12

let intruder: Awaited<ReturnType<typeof openIntruder>>
beforeAll(async () => void (intruder = await openIntruder()))

test.each(Object.keys(auditLogFaults))(
  'an entry %s is found, in the link where it is; put right the trail holds',
  async (kind) => {
    const organizationId = await intruder.makeAuditLog(...SHORT)
    const place = { n: 6, other: 7, last: LAST }
    const verdict = await intruder.withFault(
      organizationId,
      `position IN (6, 7, ${LAST})`,
      auditLogFaults[kind]!(place),
      () => verifyAuditLog(organizationId),
    )
    if (verdict.intact) throw new Error('not found')
    const linkOf = (row: bigint) => Math.ceil(Number(row) / SHORT[1]!)
    expect([linkOf(verdict.brokenAt), linkOf(verdict.brokenUntil)]).toEqual([2, 2])
    expect(await verifyAuditLog(organizationId)).toEqual({ intact: true, chained: BigInt(LAST), unchained: 0 })
  },
)

test('a cut tail is found', async () => {
  const organizationId = await intruder.makeAuditLog(...SHORT)
  const cut = ['DELETE FROM audit_event WHERE position > 8', 'DELETE FROM audit_chain WHERE number > 2']
  const verdict = await intruder.withFault(organizationId, 'position > 8', cut, () => verifyAuditLog(organizationId))
  expect(verdict).toMatchObject({ intact: false, reason: 'head' })
})

const other = Buffer.alloc(32, 7)
const edit = `UPDATE audit_event SET after = '{"n": -1}' WHERE position = 7`
const erase = ['DELETE FROM audit_chain', 'UPDATE audit_event SET position = NULL']

describe('a chain computed again without the key is found', () => {
  /** Rows edited, and every link consistent with them and with the one before. */
  async function remade() {
    const organizationId = await intruder.makeAuditLog(...SHORT)
    await intruder.run(organizationId, [edit])
    await intruder.rechain(organizationId, other)
    return organizationId
  }
  const atTheFirst = { intact: false, reason: 'link', brokenAt: 1n, brokenUntil: 4n, chained: 0n }

  test('from its first entry on, however well its links hang together', async () => {
    expect(await verifyAuditLog(await remade())).toMatchObject(atTheFirst)
  })

  test('with the head removed, or signed again too', async () => {
    const organizationId = await remade()
    await removeHeadFile(organizationId)
    expect(await verifyAuditLog(organizationId)).toMatchObject(atTheFirst)
    const { AUDIT_CHAIN_KEY } = env()
    env().AUDIT_CHAIN_KEY = other.toString('base64')
    await writeHead(organizationId, { number: 3n, lastPosition: 12n, hmac: other })
    env().AUDIT_CHAIN_KEY = AUDIT_CHAIN_KEY
    expect(await verifyAuditLog(organizationId)).toMatchObject(atTheFirst)
  })

  test('with no links at all, and still after the worker has chained the edited rows itself', async () => {
    const organizationId = await intruder.makeAuditLog(...SHORT)
    await intruder.run(organizationId, [edit, ...erase])
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
      await intruder.addRows(organizationId, 1)
      await asWorker(() => chainAuditLog(organizationId))
    }
  })

  test('with no links and no head, where entries still have their places', async () => {
    const organizationId = await intruder.makeAuditLog(...SHORT)
    await intruder.run(organizationId, ['DELETE FROM audit_chain'])
    await removeHeadFile(organizationId)
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
  })
})
