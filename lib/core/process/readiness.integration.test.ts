import { getReadiness } from './readiness'
import { throughUrl, withOwner } from '@/lib/testing/harnesses/database'

const shared = globalThis as { mascateMigrated?: boolean; mascateStopping?: AbortController }
const closedAddress = 'postgresql://mascate_app:x@127.0.0.1:9/nowhere'

test('a process whose database lacks a migration is not ready until it is there, and later only while the database answers', async () => {
  const newest = `(SELECT max(migration_name) FROM _prisma_migrations)`
  await withOwner((owner) =>
    owner.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${newest}`),
  )
  expect(await getReadiness()).toBe('migrationsMissing')
  await withOwner((owner) => owner.query('UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL'))
  expect(await getReadiness()).toBe('ok')
  expect(await throughUrl(closedAddress, getReadiness)).toBe('unavailable')
})

test('a process that is ending is not sent any more requests', async () => {
  shared.mascateStopping = new AbortController()
  shared.mascateStopping.abort()
  expect(await getReadiness()).toBe('stopping')
  delete shared.mascateStopping
  expect(await getReadiness()).toBe('ok')
})
