import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportProgress } from '../../lib/connect/order-imports/schema'
import type { TestOrganization } from '../../lib/testing/factories/factories'
import type { SampleOrder } from '../../lib/testing/factories/order-export'
import { QUIET_SECONDS, timeFixedWork } from '../../scripts/fixed-work.mjs'
import { processorMs } from './cost'
import { fillCompany } from './fill'
import { adoptSettings, data, findChild, peakMegabytes, root, startProduct } from './product'

const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const seed = Number(process.env.BENCH_SEED ?? 1)
/** So many orders the company has before. */
const known = Number(process.env.BENCH_ORDERS ?? 0)
/** The filled database stays, and is taken again: filling takes much longer than what is measured. */
const [keeps, reuses] = [process.env.BENCH_KEEP === '1', process.env.BENCH_REUSE === '1']
const companyFile = join(data, 'bench-company.json')
const port = 3290
const sheet = join(root, '.data/bench-order-export.xlsx')
const report = join(root, 'test-results/bench-import.json')
const idleViews = 40
type View = { at: number; ms: number }
const secondsSince = (since: number) => Math.round(performance.now() - since) / 1000
const round = (value: number) => Math.round(value * 10) / 10
const percentile = (views: View[], share: number) =>
  round(views.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(views.length * share)] ?? NaN)
const summary = (views: View[]) => ({
  views: views.length,
  p50: percentile(views, 0.5),
  p95: percentile(views, 0.95),
})

/** Seconds of processor so far: the worker with its threads, and the database with the processes that it has. */
function spent(worker: number, database: number) {
  const backends = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${database}\n`)
    } catch {
      // It ended while the list was read.
      return false
    }
  })
  const ms = [...backends.map(Number), database].reduce((sum, pid) => sum + processorMs(pid), 0)
  return { worker: processorMs(worker) / 1000, database: ms / 1000 }
}

async function writeSheet() {
  const { writeOrderExport } = await import('../../lib/testing/factories/order-export')
  const { sampleOrders } = await import('../../lib/testing/factories/sample-orders')
  const orders: SampleOrder[] = []
  let left = rows
  for (const order of sampleOrders(rows, seed)) {
    orders.push({ ...order, items: order.items.slice(0, left) })
    left -= order.items.length
    if (left <= 0) break
  }
  await writeOrderExport(sheet, orders)
  return { rows, orders: orders.length, megabytes: round(statSync(sheet).size / 1_048_576) }
}

async function main() {
  process.chdir(root)
  const file = await writeSheet()
  const product = await startProduct(port, reuses ? { program: 'scripts/start.mjs' } : {})
  try {
    const { DATABASE_OWNER_URL, databasePid } = adoptSettings(product.address)
    const { createTestOrganization, getDemoOwner, signInAs } = await import('../../lib/testing/factories/factories')
    const { confirmImport } = await import('../../lib/connect/order-imports/confirm-import')
    const { closeDatabase } = await import('../../lib/core/db')
    const { withOwner } = await import('../../lib/testing/harnesses/database')
    const company = reuses
      ? (JSON.parse(readFileSync(companyFile, 'utf8')) as TestOrganization)
      : await createTestOrganization()
    if (known > 0 && !reuses) {
      const products = Math.min(10_000, Math.max(200, known / 10))
      await fillCompany(DATABASE_OWNER_URL!, company, { orders: known, products, shops: 5, years: 3, seed })
      await withOwner((owner) => owner.query('vacuum analyze'))
      if (keeps) writeFileSync(companyFile, JSON.stringify(company))
    }
    const workerPid = findChild(product, 'lib/worker/worker.ts')
    const slowBefore = (await timeFixedWork()) / QUIET_SECONDS
    const cookieOf = async (actor: typeof company.owner) => {
      const { cookie } = await signInAs(actor)
      return `${cookie.name}=${cookie.value}`
    }
    const [seller, viewer] = [await cookieOf(company.owner), await cookieOf(await getDemoOwner())]
    const view = async (cookie: string): Promise<View> => {
      const at = performance.now()
      const answer = await fetch(`${product.address}/dashboard`, { headers: { cookie } })
      await answer.text()
      if (answer.status !== 200) throw new Error(`/dashboard answered ${answer.status}`)
      return { at, ms: performance.now() - at }
    }
    const progress = async (importId: string) => {
      const answer = await fetch(`${product.address}/api/imports/${importId}`, { headers: { cookie: seller } })
      return ((await answer.json()) as { data: ImportProgress }).data
    }
    /** Views the page over and over until the import has come to `state`, asking once a second as the screen does. */
    const follow = async (importId: string, state: ImportProgress['state']) => {
      const [since, views, before] = [performance.now(), [] as View[], spent(workerPid, Number(databasePid))]
      for (let lastAt = 0; ;) {
        views.push(await view(viewer))
        if (performance.now() - lastAt > 1000) {
          lastAt = performance.now()
          const now = await progress(importId)
          if (now.state === state) {
            const { worker, database } = spent(workerPid, Number(databasePid))
            const processorSeconds = {
              worker: round(worker - before.worker),
              database: round(database - before.database),
            }
            return { seconds: secondsSince(since), processorSeconds, page: summary(views) }
          }
          if (now.state === 'failed') throw new Error('The import failed.')
        }
        await wait(150)
      }
    }

    for (let warm = 0; warm < 10; warm += 1) await view(viewer)
    const idle: View[] = []
    const loadBefore = loadavg()
    for (let count = 0; count < idleViews; count += 1) idle.push(await view(viewer))

    const uploading = performance.now()
    const upload = await fetch(`${product.address}/api/imports?fileName=Order.all.xlsx&shopName=Loja`, {
      method: 'POST',
      headers: {
        cookie: seller,
        'x-organization-id': company.organizationId,
        'x-idempotency-key': crypto.randomUUID(),
      },
      body: readFileSync(sheet),
    })
    const { data: sent } = (await upload.json()) as { data?: { importId: string } }
    if (!sent) throw new Error(`The upload answered ${upload.status}.`)
    const uploaded = secondsSince(uploading)
    const check = await follow(sent.importId, 'ready')
    await confirmImport(company.owner, { importId: sent.importId, takeStock: false, leaveOutBadRows: false })
    const apply = await follow(sent.importId, 'done')
    await view(seller)
    const after: View[] = []
    for (let count = 0; count < idleViews; count += 1) after.push(await view(seller))
    const checkAndApplySeconds = round(check.seconds + apply.seconds)
    const result = {
      file,
      ordersBefore: known,
      uploadSeconds: uploaded,
      check,
      apply,
      checkAndApplySeconds,
      rowsPerSecond: Math.round(file.rows / checkAndApplySeconds),
      pageIdle: summary(idle),
      pageOfImportedCompany: summary(after),
      workerPeakMegabytes: peakMegabytes(workerPid),
      timesAsSlow: { before: round(slowBefore), after: round((await timeFixedWork()) / QUIET_SECONDS) },
      loadAverage: { before: loadBefore.map(round), after: loadavg().map(round) },
    }
    mkdirSync(join(root, 'test-results'), { recursive: true })
    writeFileSync(report, `${JSON.stringify(result, null, 2)}\n`)
    console.log(JSON.stringify(result, null, 2))
    await closeDatabase()
  } finally {
    await product.stop()
    rmSync(sheet, { force: true })
    if (!keeps) rmSync(data, { recursive: true, force: true })
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
