import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { withOrganization, writeOnce, type Actor } from '@/lib/db'
import { getFile, recordFile, writeFile } from '@/lib/files/store'
import { newId } from '@/lib/ids'
import { asWorker, inspect, withOwner } from '@/lib/testing/database'
import { createTestOrganization } from '@/lib/testing/factories'
import { forgetExpired } from './keep-house'

async function storeFile(actor: Actor, expiresAt: Date | null) {
  const { organizationId } = actor
  const file = await writeFile(organizationId, Readable.from([Buffer.from('x')]), 10)
  return withOrganization(actor, async (db) => {
    await recordFile(db, actor, file, { kind: 'photo', name: 'x', expiresAt })
    return { id: file.id, path: (await getFile(db, organizationId, file.id))!.path }
  })
}

test('what has passed its term is forgotten by the worker, and what has not stays', async () => {
  const { organizationId, owner } = await createTestOrganization()
  const keys = { old: newId(), young: newId() }
  for (const key of Object.values(keys))
    await writeOnce({ ...owner, request: { route: 'test', key, bodyHash: Buffer.from('a') } }, async () => null)
  await withOrganization(owner, (db) =>
    db.idempotency.update({
      where: { organizationId_route_key: { organizationId, route: 'test', key: keys.old } },
      data: { expiresAt: new Date(Date.now() - 1000) },
    }),
  )
  await withOwner((db) =>
    db.query(
      `INSERT INTO rate_limit (key, points, expire) VALUES ('gone', 1, $1), ('counting', 1, $2), ('blocked', 1, NULL)`,
      [Date.now() - 1000, Date.now() + 60_000],
    ),
  )
  const files = await Promise.all([storeFile(owner, new Date(Date.now() - 1000)), storeFile(owner, null)])
  await asWorker(forgetExpired)
  expect(files.map(({ path }) => existsSync(path))).toEqual([false, true])
  expect(
    await inspect(organizationId, 'SELECT id FROM stored_file WHERE organization_id = current_organization()'),
  ).toEqual([{ id: files[1]!.id }])
  const left = await inspect<{ key: string }>(
    organizationId,
    'SELECT key FROM idempotency WHERE organization_id = current_organization()',
  )
  expect(left).toEqual([{ key: keys.young }])
  const { rows } = await withOwner((db) => db.query('SELECT key FROM rate_limit ORDER BY key'))
  expect(rows).toEqual([{ key: 'blocked' }, { key: 'counting' }])
})
