import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureColdStart } from './cold-start'
import { measureCosts } from './cost'
import { fillCompany } from './fill'
import { openBareDriver, serveBytes, statementsOf } from './floors'
import { fillGrids, measureGrids } from './grids'
import messages from '../../messages/pt-BR.json'
import { measureHealth } from './health'
import { judge, judgeGrids, type Figures } from './judge'
import { measure, type Target } from './measure'
import { weighScripts } from './page-weight'
import { placesOf, type Places } from './places'
import { adoptSettings, data, findChild, peakMegabytes, residentMegabytes, root, startProduct } from './product'
import { measureSaves } from './saves'
import { listOrderListViews, listScreens } from './screens'
import { measureSheets } from './sheets'
import { measureStreams, streamSettings } from './streams'
import { verifyAll } from './verify'

// The cost of pages at size: `npm run bench` (a million orders), `npm run bench -- --orders 10000`. docs/bench.md lists
// the measurements.
const { values: flags } = parseArgs({
  options: {
    orders: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Leaves the filled database where it is, or takes the one that was left. */
    keep: { type: 'boolean', default: false },
    reuse: { type: 'boolean', default: false },
    /** Fewer rounds and companies, 10,000 orders: some minutes. */
    short: { type: 'boolean', default: false },
    /** Only the grids of 5,000 listings against the bare page. */
    grids: { type: 'boolean', default: false },
    /** A commit: its checkout and this one, requested in turns. */
    against: { type: 'string' },
  },
})
const orders = Number(flags.orders ?? (flags.short || flags.against ? 10_000 : 1_000_000))
const rounds = Number(flags.rounds ?? (flags.short ? 8 : flags.against ? 15 : 40))
const seed = Number(flags.seed)
/** Texts of a page that answers 200 (it streams) without the requested content. */
const wrongScreens = [messages.pages.notFound.record, messages.pages.denied.title, messages.failures.title]
const SMALL_ORDERS = 10_000
const SMALL_COMPANIES = flags.short ? 10 : 200
const SMALL_NAME = 'Bench small'
const LARGE_NAME = 'Bench large'

async function main() {
  process.chdir(root)
  process.env.MASCATE_BENCH = '1'
  const started = new Date()
  const program = flags.reuse ? 'scripts/start.mjs' : undefined
  const product = await startProduct(3292, { program, env: { MASCATE_BENCH: '1', ...streamSettings } })
  try {
    const settings = adoptSettings(product.address)
    if (flags.grids) return await showGrids(product, settings.DATABASE_OWNER_URL!)
    const filled = flags.reuse ? null : await fill(settings.DATABASE_OWNER_URL!)
    const figures: Figures = { orders, filled, loadBefore: loadavg()[0]!, ...(await measureAll(product, settings)) }
    figures.verified = verifyAll()
    const verdict = judge(figures)
    const result = { started, ...figures, loadAfter: loadavg()[0], verdict }
    mkdirSync(join(root, 'test-results'), { recursive: true })
    writeFileSync(join(root, 'test-results/bench.json'), `${JSON.stringify(result, null, 2)}\n`)
    console.table(Object.values(figures.alone))
    console.table(Object.values(figures.atOnce))
    console.table(figures.costs)
    console.log(JSON.stringify({ ...figures, alone: undefined, atOnce: undefined, costs: undefined }, null, 2))
    console.table(verdict)
    if (verdict.some(({ holds }) => !holds)) process.exitCode = 1
  } catch (error) {
    // Said at once: what ends below may end in an error of its own.
    console.error(error)
    process.exitCode = 1
  } finally {
    const { closeDatabase } = await import('../../lib/core/db')
    await closeDatabase()
    await product.stop()
    if (!flags.keep) rmSync(data, { recursive: true, force: true })
  }
}

async function fill(ownerUrl: string) {
  const { createTestOrganization } = await import('../../lib/testing/factories/factories')
  const make = async (name: string, size: number, products: number, number: number) => {
    const company = await createTestOrganization(name)
    return fillCompany(ownerUrl, company, { orders: size, products, shops: 5, years: 3, seed: seed + number })
  }
  const large = await make(LARGE_NAME, orders, Math.min(10_000, Math.max(200, orders / 10)), 0)
  await make(SMALL_NAME, Math.min(SMALL_ORDERS, orders), 1000, 1)
  for (let number = 0; number < SMALL_COMPANIES; number += 1) await make(`Bench ${number}`, 100, 20, 2 + number)
  await fillGrids(ownerUrl, seed)
  const { withOwner } = await import('../../lib/testing/harnesses/database')
  await withOwner((owner) => owner.query('vacuum analyze'))
  return large
}

const requestFrom = (address: string) => async (path: string, cookie: string) => {
  const answer = await fetch(new URL(path, address), { headers: { cookie } })
  const html = await answer.text()
  const wrong = wrongScreens.find((title) => html.includes(`>${title}<`))
  if (answer.status !== 200 || wrong) throw new Error(`${path} answered ${answer.status} ${wrong ?? ''}`)
  return html
}

async function showGrids(product: Awaited<ReturnType<typeof startProduct>>, ownerUrl: string) {
  if (!flags.reuse) await fillGrids(ownerUrl, seed)
  const grids = await measureGrids(findChild(product, 'next-server'), product.address, wrongScreens)
  const verdict = judgeGrids(grids)
  console.table(grids)
  console.table(verdict)
  if (verdict.some(({ holds }) => !holds)) process.exitCode = 1
}

async function measureAll(product: Awaited<ReturnType<typeof startProduct>>, settings: Record<string, string>) {
  const { address } = product
  const [web, worker] = [findChild(product, 'next-server'), findChild(product, 'lib/worker/worker.ts')]
  const idle = { web: residentMegabytes(web), worker: residentMegabytes(worker) }
  const large = await placesOf(LARGE_NAME)
  const small = await placesOf(SMALL_NAME)
  const request = requestFrom(address)
  const screens = listScreens(large)
  for (const { deep, cookie } of [large, small])
    if (!(await request(listOrderListViews(deep)['desk exact code']!, cookie)).includes(deep.code))
      throw new Error('The pages are those of another company.')
  const node = await serveBytes(await request('/dashboard/bare', large.cookie))
  const driver = await openBareDriver(settings.DATABASE_URL!, large.organizationId)
  const statements = await statementsOf(large.firstPage)
  const targets: Target[] = [
    { name: 'node http', request: async () => (await fetch(node.address)).text() },
    { name: 'bare page', request: () => request('/dashboard/bare', large.cookie) },
    { name: 'first page: its SQL by the bare driver', request: () => driver.run(statements) },
    ...Object.entries(screens).map(([name, path]) => ({ name, request: () => request(path, large.cookie) })),
    ...Object.entries(listOrderListViews(small.deep)).map(([name, path]) => ({
      name: `${name} of 10,000`,
      request: () => request(path, small.cookie),
    })),
  ]
  const alone = Object.fromEntries(await measure(targets, rounds, 1))
  const atOnce = Object.fromEntries(
    await measure(
      targets.filter(({ name }) => !name.includes('driver')),
      Math.ceil(rounds / 5),
      10,
    ),
  )
  const costs = await measureCosts(
    web,
    address,
    {
      'bare page': '/dashboard/bare',
      'order list': screens['desk first page']!,
      'dashboard 30 days': screens['dashboard 30 days']!,
    },
    large.cookie,
  )
  const grids = await measureGrids(web, address, wrongScreens)
  const weights = await weighAll(address, screens, (path) => request(path, large.cookie))
  const saves = await measureSaves({ ...large, address }, large.hotAndOther)
  const spreadSaves = await measureSaves({ ...large, address }, large.twoOthers)
  const isFresh = await savesShowAtOnce(large, (path) => request(path, large.cookie))
  const sheets = await measureSheets(large, address)
  const health = await measureHealth(large)
  const streams = await measureStreams(large, address, (path) => request(path, large.cookie))
  await Promise.all([driver.stop(), node.stop()])
  const peak = { web: peakMegabytes(web), worker: peakMegabytes(worker) }
  return {
    alone,
    atOnce,
    costs,
    grids,
    weights,
    saves,
    spreadSaves,
    isFresh,
    sheets,
    health,
    streams,
    idle,
    peak,
    coldStartMs: await measureColdStart(settings),
  }
}

async function weighAll(address: string, screens: Record<string, string>, request: (path: string) => Promise<string>) {
  const known = new Map<string, number>()
  const bare = await weighScripts(address, await request('/dashboard/bare'), known)
  const weights: Record<string, number> = { 'bare page': bare }
  for (const [name, path] of Object.entries(screens))
    weights[name] = Math.round((await weighScripts(address, await request(path), known)) * 10 - bare * 10) / 10
  return weights
}

/** An order saved is in the next response: of the desk and of the dashboard's own number of orders. */
async function savesShowAtOnce(large: Places, request: (path: string) => Promise<string>) {
  const label = messages.metrics.validOrders.label
  const countMonth = async () => {
    const html = await request('/dashboard?period=30d')
    const figure = new RegExp(`>${label}<[\\s\\S]*?font-title[^>]*>([\\d.]+)<`).exec(html)?.[1]
    return Number(figure?.replaceAll('.', ''))
  }
  const before = await countMonth()
  const code = await large.saveOne()
  return (await request('/dashboard/minha-empresa/pedidos')).includes(code) && (await countMonth()) === before + 1
}

async function compare(ref: string) {
  process.chdir(root)
  const { compareWith } = await import('./against')
  if (!(await compareWith({ ref, orders, seed, rounds, isShort: flags.short }))) process.exitCode = 1
}

void (flags.against ? compare(flags.against) : main())
