import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withOrganization, writeOnce } from './db'
import { env } from './env'
import { enqueueJob } from './jobs/task'
import { closeLimits, limitCalls } from './rate-limit'
import { throughUrl } from './testing/database'
import { createTestOrganization, type TestOrganization } from './testing/factories'

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0
const about = isInstalled ? describe : describe.skip

let folder: string
let bouncer: ChildProcess
let url: string
const direct = env().DATABASE_URL

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.end())
  })

about('with PgBouncer in transaction mode before it, and two connections for all', () => {
  beforeAll(async () => {
    const { hostname, port, username, password, pathname } = new URL(direct)
    const listens = await freePort()
    folder = await mkdtemp(join(tmpdir(), 'mascate-bouncer-'))
    await chmod(folder, 0o755)
    await writeFile(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 200
`,
      { mode: 0o644 },
    )
    const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    bouncer = spawn('pgbouncer', [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
    while (!(await answers(listens))) await sleep(50)
    url = `postgresql://${username}:${password}@127.0.0.1:${listens}${pathname}`
  })
  afterAll(async () => {
    await closeLimits()
    bouncer.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })

  const nameOf = ({ organizationId }: TestOrganization) =>
    withOrganization({ organizationId }, async (db) => {
      await db.$queryRaw`SELECT pg_sleep(0.01)::text`
      const seen = await db.organization.findMany({ select: { id: true } })
      return seen.map(({ id }) => id).join()
    })

  test('it is in the way, and what a session keeps is not kept', async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const others = Array.from({ length: 6 }, async () => {
      const other = new Client({ connectionString: url })
      await other.connect()
      await other.query('select pg_sleep(0.05)')
      await other.end()
    })
    const processes = new Set<number>()
    for (let n = 0; n < 20; n += 1) {
      processes.add((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid)
      await sleep(5)
    }
    await Promise.all(others)
    await client.end()
    expect(processes.size).toBe(2)
  })

  test('sixty callers of six companies at once each see their own company alone, and none is left to the next', async () => {
    const companies: TestOrganization[] = []
    for (let n = 0; n < 6; n += 1) companies.push(await createTestOrganization())
    await throughUrl(url, async () => {
      const calls = Array.from({ length: 60 }, (_, n) => companies[n % companies.length]!)
      expect(await Promise.all(calls.map(nameOf))).toEqual(calls.map(({ organizationId }) => organizationId))
    })
    const client = new Client({ connectionString: url })
    await client.connect()
    for (let n = 0; n < 4; n += 1) expect((await client.query('select 1 from organization')).rowCount).toBe(0)
    await client.end()
  })

  test('writes, jobs, idempotency keys and locks work as they do without it', async () => {
    const { organizationId, owner } = await createTestOrganization()
    await throughUrl(url, async () => {
      const request = { route: 'test', key: organizationId, bodyHash: Buffer.alloc(32) }
      const write = () =>
        writeOnce({ ...owner, request }, async (db) => {
          await db.$executeRaw`SELECT pg_advisory_xact_lock(1, 2)`
          await enqueueJob(db, 'export-list', { exportId: organizationId })
          return Math.random()
        })
      const answers = await Promise.all(Array.from({ length: 8 }, write))
      expect(new Set(answers).size).toBe(1)
    })
  })

  test('limits are counted: their statements are not prepared for a connection that the next one does not get', async () => {
    await closeLimits()
    env().DATABASE_URL = url
    try {
      const limit = { name: 'bouncer', points: 30, seconds: 60 }
      const calls = await Promise.allSettled(Array.from({ length: 40 }, () => limitCalls(limit, 'one')))
      const problems = calls.flatMap((call) => (call.status === 'rejected' ? [(call.reason as Error).message] : []))
      expect([problems.length, new Set(problems).size]).toEqual([10, 1])
      expect(problems[0]).toContain('tooManyRequests')
    } finally {
      env().DATABASE_URL = direct
    }
  })
})

if (!isInstalled) test.skip('PgBouncer is not installed here: nothing was shown of it', () => {})
