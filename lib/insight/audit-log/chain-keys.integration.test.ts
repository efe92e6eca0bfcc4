import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { env } from '@/lib/core/env'
import { asWorker } from '@/lib/testing/harnesses/database'
import { openIntruder, removeHeadFile } from '@/lib/testing/harnesses/audit-log-intruder'
import { FIRST_HMAC } from './link-hmac'
import { carryHead, chainAuditLog } from './chain-audit-log'
import { keyInForce, chainKeys, type ChainKey } from './chain-keys'
import { verifyOn } from './verify-on'
import { verifyAuditLog } from './verify-audit-log'

let intruder: Awaited<ReturnType<typeof openIntruder>>
beforeAll(async () => {
  intruder = await openIntruder()
})

type Keys = { AUDIT_CHAIN_KEY: string; PREVIOUS_AUDIT_CHAIN_KEYS: string[] }
const FIRST = Buffer.alloc(32, 2).toString('base64')
const SECOND = randomBytes(32).toString('base64')
const THIRD = randomBytes(32).toString('base64')
const withKeys = (AUDIT_CHAIN_KEY: string, ...PREVIOUS_AUDIT_CHAIN_KEYS: string[]) =>
  void Object.assign(env() as Keys, { AUDIT_CHAIN_KEY, PREVIOUS_AUDIT_CHAIN_KEYS })
afterEach(() => withKeys(FIRST))

const idOf = (text: string) => {
  const before = { ...env() }
  withKeys(text)
  const { id } = keyInForce()
  withKeys(before.AUDIT_CHAIN_KEY, ...before.PREVIOUS_AUDIT_CHAIN_KEYS)
  return id
}
const headPath = (organizationId: string) => resolve(env().MASCATE_DATA, 'audit', `${organizationId}.json`)
const readHeadFile = async (organizationId: string) =>
  JSON.parse(await readFile(headPath(organizationId), 'utf8')) as { key: string }

async function grow(organizationId: string, rows: number) {
  await intruder.addRows(organizationId, rows)
  await asWorker(() => chainAuditLog(organizationId))
}

/** Four entries under the first key, three under the second, two under the third. */
async function chainOfThreeKeys() {
  withKeys(FIRST)
  const organizationId = await intruder.makeAuditLog(2, 2)
  withKeys(SECOND, FIRST)
  await grow(organizationId, 3)
  withKeys(THIRD, SECOND, FIRST)
  await grow(organizationId, 2)
  return organizationId
}

test('entries chained under an earlier key verify under it, and new ones are chained with the one in force', async () => {
  const organizationId = await chainOfThreeKeys()
  expect(await verifyAuditLog(organizationId)).toEqual({ intact: true, chained: 9n, unchained: 0 })
  expect((await verifyOn(organizationId)).fault).toBeNull()
  expect(await readHeadFile(organizationId)).toMatchObject({ key: idOf(THIRD) })
})

test('a key that is not named is said to be missing, with its id, and is no break', async () => {
  const organizationId = await chainOfThreeKeys()
  withKeys(THIRD, FIRST)
  const missing = { reason: 'key', keyId: idOf(SECOND) }
  expect(await verifyAuditLog(organizationId)).toMatchObject({
    ...missing,
    intact: false,
    chained: 4n,
    brokenAt: 5n,
    brokenUntil: 7n,
  })
  expect((await verifyOn(organizationId)).fault).toMatchObject(missing)
  // The end's own key is missing: nothing is added to it either.
  withKeys(randomBytes(32).toString('base64'), SECOND, FIRST)
  expect(await verifyAuditLog(organizationId)).toMatchObject({ reason: 'key', keyId: idOf(THIRD) })
  withKeys(THIRD, SECOND, FIRST)
  expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true })
})

test('a process that still has the former key alone adds nothing to a trail that went on under the next', async () => {
  const organizationId = await chainOfThreeKeys()
  withKeys(SECOND, FIRST)
  await intruder.addRows(organizationId, 1)
  await expect(asWorker(() => chainAuditLog(organizationId))).rejects.toThrow(idOf(THIRD))
  withKeys(THIRD, SECOND, FIRST)
  expect(await verifyAuditLog(organizationId)).toEqual({ intact: true, chained: 9n, unchained: 1 })
})

describe('an attacker with a retired key', () => {
  /** Links made with a key over what stands there, from a link on, under the id of that key. */
  async function rechain(organizationId: string, from: number, key: ChainKey) {
    await intruder.rechain(organizationId, key.bytes, from)
    await intruder.run(organizationId, [`UPDATE audit_chain SET key_id = '${key.id}' WHERE number >= ${from}`])
  }
  const edit = (position: number) => `UPDATE audit_event SET after = '{"n": -1}' WHERE position = ${position}`
  const retired = () => chainKeys().at(-1)!

  test('cannot chain again what a later key chained', async () => {
    const organizationId = await chainOfThreeKeys()
    await intruder.run(organizationId, [edit(6)])
    await rechain(organizationId, 3, retired())
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
    // Nor a link between two of a later key.
    const other = await chainOfThreeKeys()
    await grow(other, 1)
    await intruder.run(other, [edit(9)])
    await rechain(other, 4, chainKeys()[1]!)
    expect(await verifyAuditLog(other)).toMatchObject({ intact: false })
  })

  test('cannot change what that key chained, for the later links stand on it', async () => {
    const organizationId = await chainOfThreeKeys()
    await intruder.run(organizationId, [edit(3)])
    await intruder.rechain(organizationId, retired().bytes, 2, 2)
    expect(await verifyAuditLog(organizationId)).toMatchObject({ reason: 'link', brokenAt: 5n, brokenUntil: 7n })
  })

  test('cannot add a link after the end, not even where the company was quiet since the change', async () => {
    withKeys(FIRST)
    const [quiet, busy] = [await intruder.makeAuditLog(2), await intruder.makeAuditLog(2)]
    withKeys(SECOND, FIRST)
    await asWorker(() => carryHead(quiet))
    await grow(busy, 2)
    expect(await readHeadFile(quiet)).toMatchObject({ key: idOf(SECOND), number: '1' })
    expect(await verifyAuditLog(quiet)).toMatchObject({ intact: true })
    for (const [organizationId, number, position] of [
      [quiet, 2, 3],
      [busy, 3, 5],
    ] as const) {
      await intruder.addRows(organizationId, 1)
      const zeros = FIRST_HMAC.toString('hex')
      await intruder.run(organizationId, [
        `UPDATE audit_event SET position = ${position} WHERE position IS NULL`,
        `INSERT INTO audit_chain (organization_id, number, first_position, last_position, key_id, previous, hmac)
           VALUES (current_organization(), ${number}, ${position}, ${position}, '${retired().id}', '\\x${zeros}', '\\x${zeros}')`,
      ])
      await rechain(organizationId, number, retired())
      expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false })
      // And it goes on showing when the trail has been chained on past it.
      await grow(organizationId, 1)
      await grow(organizationId, 1)
      expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false })
    }
  })

  test('cannot have a link of it go on under later ones, even with the head taken away', async () => {
    const organizationId = await chainOfThreeKeys()
    await removeHeadFile(organizationId)
    withKeys(FIRST)
    await intruder.addRows(organizationId, 1)
    await intruder.run(organizationId, [
      `UPDATE audit_event SET position = 10 WHERE position IS NULL`,
      `INSERT INTO audit_chain SELECT organization_id, 5, 10, 10, '${keyInForce().id}', hmac, hmac FROM audit_chain WHERE number = 4 AND organization_id = current_organization()`,
    ])
    await intruder.rechain(organizationId, keyInForce().bytes, 5)
    withKeys(THIRD, SECOND, FIRST)
    await grow(organizationId, 1)
    expect(await verifyAuditLog(organizationId)).toMatchObject({ reason: 'link', brokenAt: 10n, brokenUntil: 10n })
  })

  test('cannot sign an end of a later key’s links, or take a tail away and sign what is left', async () => {
    withKeys(FIRST)
    const organizationId = await intruder.makeAuditLog(2, 2)
    const before = await readFile(headPath(organizationId), 'utf8')
    withKeys(SECOND, FIRST)
    await grow(organizationId, 1)
    const kept = await readFile(headPath(organizationId), 'utf8')
    withKeys(FIRST)
    const { writeHead } = await import('./chain-head')
    const { number, lastPosition, hmac } = JSON.parse(kept) as Record<string, string>
    await writeHead(organizationId, {
      number: BigInt(number!),
      lastPosition: BigInt(lastPosition!),
      hmac: Buffer.from(hmac!, 'hex'),
    })
    withKeys(SECOND, FIRST)
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
    await writeFile(headPath(organizationId), kept)
    await intruder.run(organizationId, [
      'DELETE FROM audit_event WHERE position > 4',
      'DELETE FROM audit_chain WHERE number > 2',
    ])
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
    expect(before).not.toBe(kept)
  })
})

test('links from before keys had ids verify under the oldest that is named', async () => {
  const organizationId = await intruder.makeAuditLog(2, 2)
  await intruder.run(organizationId, [`UPDATE audit_chain SET key_id = 'k1'`])
  withKeys(SECOND, FIRST)
  await grow(organizationId, 1)
  expect(await verifyAuditLog(organizationId)).toEqual({ intact: true, chained: 5n, unchained: 0 })
})
