import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { callerOf } from '@/lib/identity/access-tokens/bearer'
import { createToken } from '@/lib/identity/access-tokens/tokens'
import { withOrganization, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { purgeExpired, chainAndFold } from '@/lib/worker/tasks/maintenance'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { recordAudit } from '@/lib/core/audit/record'
import { linkHmac } from './link-hmac'
import { keyInForce } from './chain-keys'
import { chainAuditLog } from './chain-audit-log'
import { verifyAuditLog } from './verify-audit-log'
import { getAuditLogFor } from './views'

async function makeAuditLog(count: number) {
  const { organizationId, owner } = await createTestOrganization()
  await record(owner, count)
  return { organizationId, owner }
}

async function record(actor: Actor, count: number) {
  for (let i = 0; i < count; i++)
    await withOrganization(actor, (db) =>
      recordAudit(db, actor, {
        event: 'product.updated',
        subjectId: `p${i}`,
        before: { n: i },
        after: { n: i + 1, list: ['b', 'a'] },
      }),
    )
}

/** Changes that an intruder with the owner's rights could make: triggers off, rows changed, triggers on. */
const tamper = (organizationId: string, sql: string) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', '${organizationId}', false)`)
    await owner.query('ALTER TABLE audit_event DISABLE TRIGGER USER; ALTER TABLE audit_chain DISABLE TRIGGER USER')
    await owner.query(sql)
    await owner.query('ALTER TABLE audit_event ENABLE TRIGGER USER; ALTER TABLE audit_chain ENABLE TRIGGER USER')
  })

test('a chained trail verifies, and says how many rows wait', async () => {
  const { organizationId, owner } = await makeAuditLog(5)
  await asWorker(() => chainAuditLog(organizationId))
  await record(owner, 2)
  expect(await verifyAuditLog(organizationId)).toEqual({ intact: true, chained: 6n, unchained: 2 })
  await asWorker(() => chainAuditLog(organizationId))
  expect(await verifyAuditLog(organizationId)).toEqual({ intact: true, chained: 8n, unchained: 0 })
})

test.each([
  ['edited', `UPDATE audit_event SET after = '{"n": 99}' WHERE position = 3`],
  ['removed', `DELETE FROM audit_event WHERE position = 3`],
  [
    'reordered',
    `UPDATE audit_event SET position = CASE position WHEN 2 THEN 1002 ELSE 1003 END WHERE position IN (2, 3);
     UPDATE audit_event SET position = CASE position WHEN 1002 THEN 3 ELSE 2 END WHERE position IN (1002, 1003)`,
  ],
  [
    'added',
    `INSERT INTO audit_event SELECT organization_id, gen_random_uuid(), at, actor_kind, actor_id, session_id, event, subject_kind, subject_id, before, after, 7 FROM audit_event WHERE position = 3 AND organization_id = current_organization()`,
  ],
  [
    'cut off at the tail',
    `DELETE FROM audit_event WHERE position >= 4; DELETE FROM audit_chain WHERE last_position >= 4`,
  ],
])('a row that was %s is found', async (_, sql) => {
  const { organizationId, owner } = await makeAuditLog(2)
  await asWorker(() => chainAuditLog(organizationId))
  await record(owner, 3)
  await asWorker(() => chainAuditLog(organizationId))
  expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true })
  await tamper(organizationId, sql)
  expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false })
})

const headPath = (organizationId: string) => resolve(env().MASCATE_DATA, 'audit', `${organizationId}.json`)

/** A trail of three links, and the head as it stood after each. */
async function chainedThrice() {
  const { organizationId, owner } = await makeAuditLog(0)
  const heads: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await record(owner, 2)
    await asWorker(() => chainAuditLog(organizationId))
    heads.push(await readFile(headPath(organizationId), 'utf8'))
  }
  return { organizationId, owner, heads: heads as [string, string, string] }
}

describe('a crash between a link and its head', () => {
  test('does not read as tampering, and the next turn moves the head on', async () => {
    const { organizationId, owner, heads } = await chainedThrice()
    await writeFile(headPath(organizationId), heads[1])
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true })
    await record(owner, 1)
    await asWorker(() => chainAuditLog(organizationId))
    expect(JSON.parse(await readFile(headPath(organizationId), 'utf8'))).toMatchObject({ number: '4' })
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true })
  })

  test('leaves a signed start behind the very first link', async () => {
    const { organizationId } = await makeAuditLog(1)
    await withOwner((owner) => owner.query('ALTER TABLE audit_chain ADD CONSTRAINT crash CHECK (false) NOT VALID'))
    await expect(asWorker(() => chainAuditLog(organizationId))).rejects.toThrow()
    await withOwner((owner) => owner.query('ALTER TABLE audit_chain DROP CONSTRAINT crash'))
    expect(JSON.parse(await readFile(headPath(organizationId), 'utf8'))).toMatchObject({ number: '0' })
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true, chained: 0n })
    const start = await readFile(headPath(organizationId), 'utf8')
    await asWorker(() => chainAuditLog(organizationId))
    await writeFile(headPath(organizationId), start)
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true, chained: 2n })
  })
})

test('a head that never stands ahead: a link that is not committed leaves none', async () => {
  const { organizationId, owner, heads } = await chainedThrice()
  await record(owner, 1)
  await withOwner((db) => db.query('ALTER TABLE audit_chain ADD CONSTRAINT crash CHECK (number < 4) NOT VALID'))
  await expect(asWorker(() => chainAuditLog(organizationId))).rejects.toThrow()
  await withOwner((db) => db.query('ALTER TABLE audit_chain DROP CONSTRAINT crash'))
  expect(await readFile(headPath(organizationId), 'utf8')).toBe(heads[2])
  expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true })
})

test('a head two links behind, of another company, or taken away is found', async () => {
  const { organizationId, heads } = await chainedThrice()
  const other = await chainedThrice()
  for (const head of [heads[0], other.heads[2], heads[2].replace('"number":"3"', '"number":"2"')]) {
    await writeFile(headPath(organizationId), head)
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
  }
  await rm(headPath(organizationId))
  expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
})

test('a tail that was cut off still shows after the trail has been chained on past it', async () => {
  const { organizationId, owner } = await chainedThrice()
  await tamper(
    organizationId,
    'DELETE FROM audit_event WHERE position >= 4; DELETE FROM audit_chain WHERE last_position >= 4',
  )
  for (let turn = 0; turn < 4; turn += 1) {
    expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'head' })
    await record(owner, 1)
    await asWorker(() => chainAuditLog(organizationId))
  }
})

test('a thousand links of an entry or three are read in a few steps, and a fault among them is found where it is', async () => {
  const { organizationId } = await createTestOrganization()
  await asWorker(() => chainAuditLog(organizationId))
  const [first] = await inspect<{ hmac: Buffer; last: bigint }>(
    organizationId,
    'SELECT hmac, last_position AS last FROM audit_chain',
  )
  const links: { number: number; first: number; last: number; previous: string; hmac: string }[] = []
  const rows: object[] = []
  let [previous, position] = [first!.hmac, Number(first!.last)]
  for (let number = 2; number <= 1_200; number += 1) {
    const events = Array.from({ length: 1 + (number % 3) }, (_, nth) => ({
      id: newId(),
      position: BigInt(position + nth + 1),
      at: new Date(1_790_000_000_000),
      actorKind: 'system',
      actorId: null,
      sessionId: null,
      tokenId: null,
      event: 'product.updated',
      subjectKind: 'product',
      subjectId: `p${number}`,
      before: null,
      after: { n: number },
    }))
    const hmac = linkHmac(keyInForce().bytes, previous, organizationId, events)
    const last = position + events.length
    links.push({ number, first: position + 1, last, previous: previous.toString('hex'), hmac: hmac.toString('hex') })
    rows.push(...events.map(({ id, position: at, after }) => ({ id, position: Number(at), after })))
    ;[previous, position] = [hmac, last]
  }
  await tamper(
    organizationId,
    `INSERT INTO audit_event (organization_id, id, at, actor_kind, event, subject_kind, subject_id, after, position)
       SELECT '${organizationId}', x.id, '${new Date(1_790_000_000_000).toISOString()}', 'system', 'product.updated', 'product', 'p' || (x.after->>'n'), x.after, x.position
       FROM jsonb_to_recordset('${JSON.stringify(rows)}') AS x(id uuid, position bigint, after jsonb);
     INSERT INTO audit_chain (organization_id, number, first_position, last_position, key_id, previous, hmac)
       SELECT '${organizationId}', x.number, x.first, x.last, 'k1', decode(x.previous, 'hex'), decode(x.hmac, 'hex')
       FROM jsonb_to_recordset('${JSON.stringify(links)}') AS x(number bigint, first bigint, last bigint, previous text, hmac text)`,
  )
  await asWorker(() => chainAuditLog(organizationId))
  const steps: bigint[] = []
  const verdict = await verifyAuditLog(organizationId, { onProgress: (done) => steps.push(done) })
  expect([verdict, steps.length]).toEqual([{ intact: true, chained: BigInt(position), unchained: 0 }, 3])
  const faulty = links.find(({ number }) => number === 777)!
  await tamper(organizationId, `UPDATE audit_event SET after = '{}' WHERE position = ${faulty.first}`)
  expect(await verifyAuditLog(organizationId)).toMatchObject({
    intact: false,
    reason: 'link',
    brokenAt: BigInt(faulty.first),
    brokenUntil: BigInt(faulty.last),
  })
  await tamper(organizationId, `DELETE FROM audit_event WHERE position = ${faulty.first}`)
  expect(await verifyAuditLog(organizationId)).toMatchObject({ reason: 'gap', brokenAt: BigInt(faulty.first) })
})

test('erasing a person and the night’s forgetting leave the chain as it is', async () => {
  const { organizationId, owner } = await createTestOrganization()
  const member = await addMember(owner, 'admin')
  const { secret } = await createToken(member, { name: 'Planilha', scope: 'read', days: 30 })
  await record(member, 3)
  const { actor } = await callerOf(new Headers({ authorization: `Bearer ${secret}` }), 'function')
  await record(actor, 2)
  await asWorker(chainAndFold)
  const before = await verifyAuditLog(organizationId)
  expect(before).toEqual({ intact: true, chained: 7n, unchained: 0 })
  await withOwner(async (db) => {
    await db.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    for (const [table, key] of [
      ['access_token', 'user_id'],
      ['membership', 'user_id'],
      ['app_user', 'id'],
    ])
      expect((await db.query(`DELETE FROM ${table} WHERE ${key} = $1`, [member.userId])).rowCount).toBe(1)
  })
  await asWorker(purgeExpired)
  await asWorker(chainAndFold)
  expect(await verifyAuditLog(organizationId)).toEqual(before)
  const { page } = await getAuditLogFor({ ...owner, timeZone: 'America/Sao_Paulo' }, { person: member.userId! })
  expect(page.rows.map(({ person, token }) => [person, token])).toEqual([
    ...Array.from({ length: 2 }, () => [null, { name: null }]),
    ...Array.from({ length: 4 }, () => [null, null]),
  ])
})

test('secrets and personal data do not enter the trail', async () => {
  const { organizationId, owner } = await createTestOrganization()
  await withOrganization(owner, (db) =>
    recordAudit(db, owner, {
      event: 'order.placed',
      subjectId: 'x',
      after: {
        code: 'MAN-1',
        customerName: 'CANARY',
        buyer: { phone: 'CANARY' },
        nested: { email: 'CANARY' },
        cents: 12n,
      },
    }),
  )
  const rows = await inspect(organizationId, `SELECT after::text FROM audit_event WHERE event = 'order.placed'`)
  expect(JSON.stringify(rows)).not.toContain('CANARY')
  expect(JSON.stringify(rows)).toContain('12')
})
