import type { Query } from '@/lib/core/keyset'
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { areasOf } from '../../lib/insight/audit-log/areas'
import { readAuditLogFilters } from '../../lib/insight/audit-log/filters'
import { listAuditLog } from '../../lib/insight/audit-log/queries'
import { listHistoryFor } from '../../lib/insight/audit-log/views'
import { closeDatabase, withOrganization } from '../../lib/core/db'
import { addDays, defaultTimeZone, localDay } from '../../lib/core/dates'
import { runCheck, clockOf } from '../../lib/insight/data-checks/run-check'
import { findCheck } from '../../lib/insight/data-checks/registry'
import { newId } from '../../lib/core/ids'
import { writePlace } from '../../lib/core/keyset'
import { asWorker, withOwner } from '../../lib/testing/harnesses/database'
import { createTestOrganization } from '../../lib/testing/factories/factories'
import { fillAuditLog } from './fill-audit-log'
import { measure, type Target } from './measure'
import { measureAuditLogWrites } from './audit-log-writes'
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { peakMegabytes } from './product'

const EVERY_MS = 100

/** All of a trail, as `npm run audit:verify` reads it: what it said, entries a second, and the process's memory at its peak. */
async function verifyByCommand(organizationId: string) {
  const since = performance.now()
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'scripts/audit-verify.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.end(JSON.stringify([{ id: organizationId, name: 'bench' }]))
  const ended = new Promise((done) => child.once('exit', done))
  let peak = 0
  while (child.exitCode === null) {
    try {
      const reached = peakMegabytes(child.pid!)
      if (reached > peak) peak = reached
    } catch {
      // It ended meanwhile.
    }
    await Promise.race([ended, wait(EVERY_MS)])
  }
  const seconds = (performance.now() - since) / 1000
  const chained = Number(/(\d+) chained/.exec(said)?.[1] ?? 0)
  return { said: said.trim(), seconds: Math.round(seconds * 10) / 10, perSecond: Math.round(chained / seconds), peak }
}

// The cost of reading, verifying and writing a long audit log: `npm run bench:trail -- --rows 1000000`. docs/bench.md
// lists the measurements.
const { values: flags } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '30' } },
})
const [rows, rounds] = [Number(flags.rows), Number(flags.rounds)]
const SMALL_ROWS = 10_000
const PAGE = 50
const MOST_FIRST = 3
const MOST_FILTER = 6
const MOST_DEEP = 1.3
const MOST_GROWN = 1.5
const MOST_WRITE_SHARE = 0.2

async function fillCompany(name: string, count: number) {
  const company = await createTestOrganization(name)
  const people = [company.owner.userId!, newId(), newId(), newId()]
  const auditLog = { organizationId: company.organizationId, people, seldom: newId() }
  const filled = await fillAuditLog(process.env.DATABASE_OWNER_URL!, auditLog, count)
  return { ...company, ...auditLog, filled }
}
type Company = Awaited<ReturnType<typeof fillCompany>>

/** By what the trail is asked for, as the address says it. */
async function viewsOf({ organizationId, people, seldom }: Company): Promise<Record<string, Query>> {
  const today = localDay(new Date(), defaultTimeZone)
  const [row] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<{ at: Date; id: string; product: string; order: string }[]>`
      SELECT e.at, e.id, md5('product' || 0)::uuid::text AS product, e.subject_id AS "order" FROM audit_event e
      WHERE e.organization_id = ${organizationId}::uuid AND e.actor_kind = 'sync' AND e.event = 'order.statusChanged' ORDER BY e.at OFFSET 50 LIMIT 1`,
  )
  const { at, id, product, order } = row!
  const longAgo = { from: addDays(today, -800), to: addDays(today, -770) }
  return {
    'first page': {},
    'deep page': { after: writePlace({ value: at.toISOString(), id }) },
    'by a person': { person: people[0] },
    'by one who seldom acts': { person: seldom },
    'by one record': { record: `order:${order}` },
    'by the busiest record': { record: `product:${product}` },
    'by area': { area: 'orders' },
    'by area and period': { area: 'products', ...longAgo },
    'by event': { area: 'expenses', event: 'expense.paid' },
    'by period': longAgo,
    'by the sync': { actor: 'sync' },
    'by the sync, an area of persons': { actor: 'sync', area: 'people' },
    'by a person and area': { person: people[0], area: 'products' },
    'by a person through the assistant': { person: people[0], actor: 'assistant' },
  }
}

/** The statement of one page of each, in the tenant's transaction, and the newest entries by their key alone. */
async function targetsOf(company: Company, suffix = ''): Promise<Target[]> {
  const { organizationId } = company
  const today = localDay(new Date(), defaultTimeZone)
  const scope = { organizationId, areas: areasOf('owner'), timeZone: defaultTimeZone }
  const read = (query: Query) =>
    withOrganization({ organizationId }, (db) =>
      listAuditLog(db, readAuditLogFilters(query, today, 'owner'), scope, PAGE),
    )
  const views = await viewsOf(company)
  const viewer = { organizationId, role: 'owner' as const, timeZone: defaultTimeZone, language: 'pt' as const }
  const product = String(views['by the busiest record']!.record).split(':')[1]!
  return [
    {
      name: `bare statement${suffix}`,
      request: () =>
        withOrganization(
          { organizationId },
          (db) => db.$queryRaw`
            SELECT e.id, e.at, e.actor_kind, e.actor_id, e.session_id, e.token_id, e.event, e.subject_id, e.before, e.after
            FROM audit_event e WHERE e.organization_id = ${organizationId}::uuid ORDER BY e.id DESC LIMIT ${PAGE + 1}`,
        ),
    },
    ...Object.entries(views).map(([name, query]) => ({ name: `${name}${suffix}`, request: () => read(query) })),
    { name: `history on a record’s page${suffix}`, request: () => listHistoryFor(viewer, 'product', product) },
  ]
}

/** The check as the worker asks it: at first, and then again. */
async function checkAuditLog({ organizationId }: Company) {
  const check = findCheck('trailBroken')!
  const runHealthCheck = () => asWorker(async () => runCheck(check, organizationId, await clockOf({ organizationId })))
  const lines = []
  for (let turn = 0; turn < 3; turn += 1) {
    const { outcome, tookMs, read } = await runHealthCheck()
    lines.push({ outcome, seconds: Math.round(tookMs / 100) / 10, verified: read?.verified ?? 0 })
  }
  return lines
}

async function main() {
  const loadBefore = loadavg()[0]
  const large = await fillCompany('Bench trail', rows)
  const small = await fillCompany('Bench short trail', SMALL_ROWS)
  await withOwner((owner) => owner.query('vacuum analyze'))
  const timings = await measure([...(await targetsOf(large)), ...(await targetsOf(small, ' of 10,000'))], rounds, 1)
  const p50 = (name: string) => timings.get(name)!.p50
  const verified = await verifyByCommand(large.organizationId)
  const check = await checkAuditLog(large)
  const writes = await measureAuditLogWrites(large)
  const bare = p50('bare statement')
  const names = [...timings.keys()].filter((name) => !name.endsWith('of 10,000') && name !== 'bare statement')
  const most = (what: string, measured: number, limit: number) => ({
    what,
    found: measured.toFixed(2),
    wanted: `≤ ${limit}`,
    holds: measured <= limit,
  })
  const verdict = [
    ...names.map((name) => most(`${name} ÷ bare`, p50(name) / bare, name === 'first page' ? MOST_FIRST : MOST_FILTER)),
    most('deep page ÷ first page', p50('deep page') / p50('first page'), MOST_DEEP),
    ...names.map((name) => most(`${name} ÷ of 10,000`, p50(name) / p50(`${name} of 10,000`), MOST_GROWN)),
    most('indexes to read it by ÷ an order saved', writes.share, MOST_WRITE_SHARE),
    { what: 'verified by command', found: verified.said, wanted: 'intact', holds: verified.said.startsWith('intact') },
    {
      what: 'the check answers',
      found: check.at(-1)!.outcome,
      wanted: 'healthy',
      holds: check.at(-1)!.outcome === 'healthy',
    },
  ]
  const result = {
    filled: large.filled,
    loadBefore,
    loadAfter: loadavg()[0],
    verified,
    check,
    writes,
    timings: [...timings.values()],
    verdict,
  }
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/bench-trail.json', `${JSON.stringify(result, null, 2)}\n`)
  console.table(result.timings)
  console.log(JSON.stringify({ ...result, timings: undefined, verdict: undefined }, null, 2))
  console.table(verdict)
  if (verdict.some(({ holds }) => !holds)) process.exitCode = 1
}

main()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(() => closeDatabase())
