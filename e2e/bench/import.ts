import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportProgress } from '../../lib/connect/order-imports/schema'
import type { SampleOrder } from '../../lib/testing/factories/order-export'
import { fillCompany } from './fill'
import { adoptSettings, data, findChild, peakMegabytes, root, startProduct } from './product'

const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const seed = Number(process.env.BENCH_SEED ?? 1)
/** So many orders the company has before. */
const known = Number(process.env.BENCH_ORDERS ?? 0)
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
  const product = await startProduct(port)
  try {
    const { DATABASE_OWNER_URL } = adoptSettings(product.address)
    const { createTestOrganization, getDemoOwner, signInAs } = await import('../../lib/testing/factories/factories')
    const { confirmImport } = await import('../../lib/connect/order-imports/confirm-import')
    const { closeDatabase } = await import('../../lib/core/db')
    const { withOwner } = await import('../../lib/testing/harnesses/database')
    const company = await createTestOrganization()
    if (known > 0) {
      const products = Math.min(10_000, Math.max(200, known / 10))
      await fillCompany(DATABASE_OWNER_URL!, company, { orders: known, products, shops: 5, years: 3, seed })
      await withOwner((owner) => owner.query('vacuum analyze'))
    }
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
      const [since, views] = [performance.now(), [] as View[]]
      for (let lastAt = 0; ;) {
        views.push(await view(viewer))
        if (performance.now() - lastAt > 1000) {
          lastAt = performance.now()
          const now = await progress(importId)
          if (now.state === state) return { seconds: secondsSince(since), page: summary(views) }
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
      workerPeakMegabytes: peakMegabytes(findChild(product, 'lib/worker/worker.ts')),
      loadAverage: { before: loadBefore.map(round), after: loadavg().map(round) },
    }
    mkdirSync(join(root, 'test-results'), { recursive: true })
    writeFileSync(report, `${JSON.stringify(result, null, 2)}\n`)
    console.log(JSON.stringify(result, null, 2))
    await closeDatabase()
  } finally {
    await product.stop()
    rmSync(sheet, { force: true })
    rmSync(data, { recursive: true, force: true })
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
