import { withOrganization, type Actor } from '../db'
import { createTestOrganization } from '../testing/factories'
import { asWorker, inspect, withOwner } from '../testing/database'
import { recordAudit } from './record'
import { sealTrail, verifyTrail } from './seal-trail'

async function trailOf(count: number) {
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

/** What an intruder with the owner's rights could do: triggers off, rows changed, triggers on. */
const tamper = (organizationId: string, sql: string) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', '${organizationId}', false)`)
    await owner.query('ALTER TABLE audit_event DISABLE TRIGGER USER; ALTER TABLE audit_seal DISABLE TRIGGER USER')
    await owner.query(sql)
    await owner.query('ALTER TABLE audit_event ENABLE TRIGGER USER; ALTER TABLE audit_seal ENABLE TRIGGER USER')
  })

test('a sealed trail verifies, and says how many rows wait', async () => {
  const { organizationId, owner } = await trailOf(5)
  await asWorker(() => sealTrail(organizationId))
  await record(owner, 2)
  expect(await verifyTrail(organizationId)).toEqual({ intact: true, sealed: 6n, unsealed: 2 })
  await asWorker(() => sealTrail(organizationId))
  expect(await verifyTrail(organizationId)).toEqual({ intact: true, sealed: 8n, unsealed: 0 })
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
    `DELETE FROM audit_event WHERE position >= 4; DELETE FROM audit_seal WHERE last_position >= 4`,
  ],
])('a row that was %s is found', async (_, sql) => {
  const { organizationId, owner } = await trailOf(2)
  await asWorker(() => sealTrail(organizationId))
  await record(owner, 3)
  await asWorker(() => sealTrail(organizationId))
  expect(await verifyTrail(organizationId)).toMatchObject({ intact: true })
  await tamper(organizationId, sql)
  expect(await verifyTrail(organizationId)).toMatchObject({ intact: false })
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
