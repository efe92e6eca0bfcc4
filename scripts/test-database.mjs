import { createHash } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { openDataFolder, root } from './data-folder.mjs'
import { startPostgres } from './postgres.mjs'
import { withClient } from './roles.mjs'

const TEST_PORT = 54_418
const MEMORY = '/dev/shm'
const LEAST_FREE_BYTES = 3_000_000_000
// Nothing here outlives a test run, so nothing has to reach the disk or to be sent on.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
  // It would find tables empty between two files, and plans that connections keep would be made for empty tables.
  autovacuum: 'off',
  shared_buffers: '512MB',
  max_wal_size: '512MB',
  // Three lanes keep what they opened, and programs that tests start come on top.
  max_connections: 600,
}

/**
 * The data folder of the tests' server: in memory where there is room, since a copy of the template is a thousand files, which a disk
 * takes three times as long to make.
 */
export function testDataFolder() {
  if (process.env.MASCATE_TEST_DATA) return process.env.MASCATE_TEST_DATA
  const inMemory = `${MEMORY}/mascate-test-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  if (existsSync(inMemory)) return statSync(inMemory).uid === process.getuid?.() ? inMemory : '.data/test'
  return existsSync(MEMORY) && freeBytes(MEMORY) > LEAST_FREE_BYTES ? inMemory : '.data/test'
}

function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Starts the tests' server, or adopts the one that runs. */
export async function startTestServer() {
  const data = openDataFolder(testDataFolder())
  const server = await startPostgres({ ...data, port: TEST_PORT, settings: SETTINGS })
  return { ...data, server }
}

/** Stops the server unless another process uses it. Its data in memory is lost. */
export async function stopTestServer() {
  const place = testDataFolder()
  if (!existsSync(place)) return
  const { secrets, server } = await startTestServer().catch(() => ({}))
  if (!server) return
  const admin = { host: '127.0.0.1', port: server.port, user: 'postgres', password: secrets.databaseAdminPassword }
  const others = await withClient({ ...admin, database: 'postgres' }, (client) =>
    client.query(`select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`),
  ).catch(() => ({ rowCount: 0 }))
  if (others.rowCount > 0) return
  await server.stop()
  if (place.startsWith(MEMORY)) rmSync(place, { recursive: true, force: true })
}
