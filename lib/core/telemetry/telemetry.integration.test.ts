import { createServer, type RequestListener } from 'node:http'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { GET } from '@/app/api/metrics/route'
import { setPreferencesAction } from '@/lib/identity/auth/actions'
import { env } from '../env'
import { withOrganization } from '../db'
import { enqueueJob } from '../queue/task'
import { changeAsOwner, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { countConnections, patience } from './figures'
import { telemetry, watchProcess } from './telemetry'

const TOKEN = 'a token for tests only, never for a server'
const shared = globalThis as { mascateMetrics?: unknown }

beforeAll(watchProcess)
beforeAll(() => void (patience.answerMs = 500))
afterAll(() => void (patience.answerMs = 8000))

let company: TestOrganization
beforeEach(async () => {
  telemetry().registry.resetMetrics()
  Object.assign(env(), { METRICS_TOKEN: TOKEN, MASCATE_BACKUPS: undefined })
  shared.mascateMetrics = undefined
  company = await createTestOrganization('Casa dos Segredos')
})

const request = (authorization?: string) =>
  GET(new Request('http://localhost:3000/api/metrics', { headers: authorization ? { authorization } : {} }))
async function scrape() {
  shared.mascateMetrics = undefined
  const answer = await request(`Bearer ${TOKEN}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return answer.text()
}
const until = async (isSo: () => boolean) => {
  while (!isSo()) await wait(10)
}
const valueOf = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`mascate_${series} `))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

test('without a token in the environment the page does not exist, and with one only its bearer sees it', async () => {
  for (const authorization of [undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`])
    expect([authorization, (await request(authorization)).status]).toEqual([authorization, 401])
  Object.assign(env(), { METRICS_TOKEN: undefined })
  for (const authorization of [undefined, 'Bearer ', 'Bearer undefined', `Bearer ${TOKEN}`])
    expect([authorization, (await request(authorization)).status]).toEqual([authorization, 404])
})

test('queued and failed work is counted over all companies, without naming any', async () => {
  const { organizationId, legalEntityId } = company
  const before = await scrape()
  await withOrganization(company, (db) => enqueueJob(db, 'run-export', { exportId: organizationId }))
  await withOwner((owner) =>
    owner.query(
      `INSERT INTO webhook_inbox (platform, external_shop_id, code, body, body_hash, platform_at, received_at, state)
       SELECT 'shopee', '77', 3, '{}', sha256(n::text::bytea), now(), now() - n * interval '100 seconds', s::"InboxState"
       FROM (VALUES (1, 'waiting'), (3, 'waiting'), (5, 'done')) given(n, s)`,
    ),
  )
  await changeAsOwner(
    organizationId,
    `INSERT INTO shop (organization_id, id, platform, legal_entity_id, name, status, external_shop_id)
     VALUES ($1, gen_random_uuid(), 'shopee', $2, 'Loja Secreta', 'expired', '424242')`,
    [organizationId, legalEntityId],
  )
  const after = await scrape()
  const gained = (series: string) => valueOf(after, series)! - valueOf(before, series)!
  expect(['jobs_waiting', 'webhook_events_waiting', 'shops_expired'].map(gained)).toEqual([1, 2, 1])
  expect(valueOf(after, 'webhook_events_oldest_waiting_seconds')).toBeGreaterThanOrEqual(300)
  expect(valueOf(after, 'audit_entries_unchained')).toBeGreaterThanOrEqual(1)
  expect(valueOf(after, 'audit_chain_lag_seconds')).toBeGreaterThan(0)
  await withOwner(async (owner) => {
    await owner.query('set role mascate_worker')
    await owner.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts')
  })
  expect(valueOf(await scrape(), 'jobs_waiting')).toBe(0)
  expect(after).not.toMatch(/Segred|Secreta|424242/)
  expect(after).not.toContain(organizationId)
  expect(valueOf(after, 'database_up')).toBe(1)
  expect(valueOf(after, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(valueOf(after, 'pool_connections')).toBeGreaterThan(0)
})

test('failed jobs are reported by task, the installation’s own too, and each existing task has a number', async () => {
  const asWorker = (sql: string) =>
    withOwner(async (owner) => {
      await owner.query('set role mascate_worker')
      await owner.query(sql)
    })
  await asWorker(`SELECT graphile_worker.add_job('forget-expired'), graphile_worker.add_job('send-mail')`)
  const before = await scrape()
  const deadOf = (text: string) =>
    ['forget-expired', 'send-mail'].map((task) => valueOf(text, `jobs_dead{task="${task}"}`))
  expect(deadOf(before)).toEqual([0, 0])
  await asWorker(`UPDATE graphile_worker._private_jobs j SET attempts = max_attempts FROM graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND t.identifier = 'forget-expired'`)
  expect(deadOf(await scrape())).toEqual([1, 0])
})

test('how long the oldest job is due tells of a worker that is away: of those that one may take, and none that gave up', async () => {
  const asWorker = (sql: string) =>
    withOwner(async (owner) => {
      await owner.query('set role mascate_worker')
      await owner.query(sql)
    })
  await asWorker(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts;
    SELECT graphile_worker.add_job('send-mail', run_at := now() + interval '1 hour')`)
  expect(valueOf(await scrape(), 'jobs_oldest_waiting_seconds')).toBe(0)
  await asWorker(
    `SELECT graphile_worker.add_job('send-mail', run_at := now() - n * interval '700 seconds') FROM generate_series(1, 2) n`,
  )
  const oldest = valueOf(await scrape(), 'jobs_oldest_waiting_seconds')!
  expect([oldest >= 1400, oldest < 1500]).toEqual([true, true])
  await asWorker(
    `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE run_at < now() - interval '1000 seconds'`,
  )
  const left = valueOf(await scrape(), 'jobs_oldest_waiting_seconds')!
  expect([left >= 700, left < 800]).toEqual([true, true])
})

test('waiting connections are counted without the scrape itself, and reported though none gets free', async () => {
  expect(valueOf(await scrape(), 'pool_waiting')).toBe(0)
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  // As many as the web process has, and seven more.
  const asking = Array.from({ length: 17 }, () => withOrganization(company, () => released))
  await until(() => countConnections().waiting === 7)
  const text = await scrape()
  release()
  expect(['pool_waiting', 'database_up', 'figures_known'].map((name) => valueOf(text, name))).toEqual([7, 1, 0])
  await Promise.all(asking)
  expect(valueOf(await scrape(), 'pool_waiting')).toBe(0)
}, 20_000)

test('a delay of the event loop is reported once, by the next scrape', async () => {
  const delay = async () => valueOf(await scrape(), 'nodejs_eventloop_lag_p99_seconds')!
  await wait(100)
  await delay()
  await wait(100)
  for (const end = performance.now() + 800; performance.now() < end;);
  await wait(50)
  expect(await delay()).toBeGreaterThan(0.5)
  await wait(100)
  expect(await delay()).toBeLessThan(0.5)
})

test('figures that take too long are left out, and the database is reported as up', async () => {
  await withOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query('LOCK TABLE webhook_inbox IN ACCESS EXCLUSIVE MODE')
    const text = await scrape()
    expect(['database_up', 'figures_known', 'webhook_events_waiting'].map((name) => valueOf(text, name))).toEqual([
      1,
      0,
      null,
    ])
    await owner.query('ROLLBACK')
  })
  expect(valueOf(await scrape(), 'figures_known')).toBe(1)
})

test('requests and actions are counted by their kind and what came of them, however they are called', async () => {
  const answers: RequestListener = (request, response) => {
    if (request.url === '/broken') return void response.destroy()
    response.writeHead(request.url!.includes('missing') ? 404 : 200).end('x')
  }
  const server = createServer(answers).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, init).then(
      (a) => a.text(),
      () => '',
    )
  for (let n = 0; n < 40; n += 1) await call(`/api/missing-${n}?${n}`, { method: n % 2 ? 'GET' : 'DELETE' })
  await call('/dashboard/orders')
  await call('/broken')
  await call('/dashboard', { method: 'POST', headers: { 'next-action': 'x' } })
  await new Promise((done) => server.close(done))
  await setPreferencesAction({ nonsense: true } as never)
  const text = await scrape()
  const series = (start: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`mascate_${start}`))
      .sort()
  expect(series('requests_total')).toEqual([
    'mascate_requests_total{kind="action",status="2xx"} 1',
    'mascate_requests_total{kind="api",status="4xx"} 40',
    'mascate_requests_total{kind="page",status="2xx"} 1',
    'mascate_requests_total{kind="page",status="aborted"} 1',
  ])
  expect(valueOf(text, 'request_duration_seconds_count{kind="api"}')).toBe(40)
  expect(valueOf(text, 'request_duration_seconds_bucket{le="+Inf",kind="api"}')).toBe(40)
  expect(series('actions_total')).toEqual(['mascate_actions_total{outcome="refused"} 1'])
  // As Prometheus reads it: one type a name, a number a line, and labels of our own words alone.
  const name = /^mascate_[a-z\d_]+(\{[a-z]+="[\w.+-]+"(,[a-z]+="[\w.+-]+")*\})? (-?\d+(\.\d+)?(e-\d+)?|Nan)$/
  for (const line of text.split('\n')) if (line && !line.startsWith('#')) expect(line).toMatch(name)
  const types = text.split('\n').filter((line) => line.startsWith('# TYPE'))
  expect(new Set(types).size).toBe(types.length)
})

test('the age of the newest whole backup is reported, and nothing where there is none', async () => {
  expect(valueOf(await scrape(), 'backup_age_seconds')).toBeNull()
  const folder = join(env().MASCATE_DATA, 'backups')
  Object.assign(env(), { MASCATE_BACKUPS: folder })
  expect(valueOf(await scrape(), 'backup_age_seconds')).toBeNull()
  const now = Date.now()
  const stamp = (hours: number) => new Date(now - hours * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')
  for (const hours of [50, 10, 1]) await mkdir(join(folder, stamp(hours)), { recursive: true })
  for (const hours of [50, 10]) await writeFile(join(folder, stamp(hours), 'manifest.json'), '{}')
  const age = valueOf(await scrape(), 'backup_age_seconds')!
  expect([age >= 36_000, age < 40_000]).toEqual([true, true])
})

test('every series of the alerts in docs/deploy is exposed', async () => {
  const folder = join(env().MASCATE_DATA, 'backups')
  await mkdir(join(folder, '20260101T000000Z'), { recursive: true })
  await writeFile(join(folder, '20260101T000000Z', 'manifest.json'), '{}')
  Object.assign(env(), { MASCATE_BACKUPS: folder })
  const text = await scrape()
  const alerts = await readFile('docs/deploy/mascate-alerts.yml', 'utf8')
  const series = [...new Set(alerts.match(/mascate_\w+/g))]
  expect(series.length).toBeGreaterThan(10)
  expect(series.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
})

test('without the database the page answers, says so and leaves out what only the database knows', async () => {
  const { throughUrl } = await import('@/lib/testing/harnesses/database')
  const text = await throughUrl('postgresql://mascate_app:x@127.0.0.1:1/mascate', scrape)
  expect([valueOf(text, 'database_up'), valueOf(text, 'jobs_waiting')]).toEqual([0, null])
  expect(valueOf(text, 'process_start_time_seconds')).toBeGreaterThan(0)
})

test('many scrapes at once ask the database once', async () => {
  shared.mascateMetrics = undefined
  const [first, second] = await Promise.all([request(`Bearer ${TOKEN}`), request(`Bearer ${TOKEN}`)])
  expect(await first.text()).toBe(await second.text())
})

test('before the first worker has made its tables nothing is reported of jobs, and all of the rest', async () => {
  const worker = async (sql: string) =>
    withOwner(async (owner) => {
      await owner.query('SET ROLE mascate_worker')
      await owner.query(sql)
    })
  await worker('ALTER TABLE graphile_worker._private_jobs RENAME TO not_yet')
  const text = await scrape().finally(() => worker('ALTER TABLE graphile_worker.not_yet RENAME TO _private_jobs'))
  expect([valueOf(text, 'database_up'), valueOf(text, 'webhook_events_waiting')]).toEqual([1, expect.any(Number)])
  expect(text).not.toContain('mascate_jobs_')
  expect(valueOf(await scrape(), 'jobs_waiting')).toEqual(expect.any(Number))
})
