import { spawn, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, dirname } from 'node:path'
import { fetchOnce, processorMs } from './cost'
import { describeFault, judgeAgainst, tableOf, type OfSide, type PageFigures, type SaveFigures } from './against-table'
import { serveBytes } from './floors'
import { peakMegabytes, root } from './product'
import type { SideOptions, SideReport } from './side'

const git = (folder: string, ...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()

/**
 * A second checkout of `ref`, installed, in a folder of its own under .data; the one of an earlier run is used again. It is a
 * clone, not a plain copy: Next and Tailwind take the nearest repository for the project.
 */
function makeCheckout(ref: string): { folder: string; commit: string } {
  const commit = git(root, 'rev-parse', '--verify', `${ref}^{commit}`)
  const folder = join(root, '.data/against', commit.slice(0, 12))
  if (!existsSync(join(folder, 'package.json'))) {
    mkdirSync(dirname(folder), { recursive: true })
    git(root, 'clone', '--shared', '--no-checkout', '--quiet', root, folder)
    git(folder, 'checkout', '--detach', '--quiet', commit)
  }
  if (!existsSync(join(folder, 'node_modules'))) linkModules(folder)
  // As `npm start` does, with the checkout's own program: the next step needs tsx.
  const prepare = `import('./scripts/prepare.mjs').then(async (steps) => { await steps.installDependencies(); await steps.generateClient() })`
  const env = { ...process.env, MASCATE_BENCH: '1' }
  const { status } = spawnSync(process.execPath, ['-e', prepare], { cwd: folder, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${commit} could not be installed.`)
  copyFileSync(join(root, 'e2e/bench/side.ts'), join(folder, 'e2e/bench/side.ts'))
  return { folder, commit }
}

/**
 * The files of this checkout's packages, by hard links: the build follows no symbolic link out of its folder. Packages that the
 * other `package-lock.json` has otherwise are installed then; npm puts a new folder in the place of one that it changes.
 */
function linkModules(folder: string) {
  const modules = join(folder, 'node_modules')
  if (spawnSync('cp', ['-al', join(root, 'node_modules'), folder]).status !== 0)
    return rmSync(modules, { recursive: true, force: true })
  // These are written in their place.
  const list = join(modules, '.package-lock.json')
  const text = readFileSync(list)
  for (const name of ['.package-lock.json', '.mascate-installed', '.cache'])
    rmSync(join(modules, name), { recursive: true, force: true })
  writeFileSync(list, text)
}

type Options = { ref: string; orders: number; seed: number; rounds: number; isShort: boolean }
type Side = SideReport & { name: 'now' | 'then'; stop: () => Promise<void> }

const PORTS = { now: 3292, then: 3392 }
const REQUESTS_A_TURN = 4
const LANES = 10
/** Both sides together stay below the product's limit of actions a minute. */
const SAVES_A_TURN = 60
const SAVE_TURNS = 8
/** The pages of the short form: the three that are compared most, and the slow ones of before. */
const SHORT_PAGES = [
  'desk first page',
  'dashboard 30 days',
  'one order with a parcel',
  'result (DRE) 12 months',
  'picking list',
  'analytics ads, 12 months',
  'warehouse sugestao',
  'warehouse valor',
  'mapping',
  'hub',
]

/** This checkout and the one of `ref`, each on a database of its own filled from the same seed, requested in turns. */
export async function compareWith({ ref, orders, seed, rounds, isShort }: Options): Promise<boolean> {
  const since = performance.now()
  const loadBefore = loadavg()[0]!
  const { folder, commit } = makeCheckout(ref)
  const options = { orders, seed, otherCompanies: isShort ? 10 : 200 }
  const sides: Side[] = []
  try {
    for (const [name, place] of [['then', folder] as const, ['now', root] as const])
      sides.push(await startSide(name, place, { ...options, port: PORTS[name] }))
    const [then, now] = sides as [Side, Side]
    const pages = Object.keys(now.screens).filter(
      (page) => page in then.screens && (!isShort || SHORT_PAGES.includes(page)),
    )
    const figures: Record<string, PageFigures> = {
      'bare page': { now: await lookAt(now, '/dashboard/bare'), then: await lookAt(then, '/dashboard/bare') },
    }
    for (const page of pages)
      figures[page] = { now: await lookAt(now, now.screens[page]!), then: await lookAt(then, then.screens[page]!) }
    const floor = await serveBytes('x'.repeat(figures['bare page']!.then.bytes.plain))
    const floorMs: number[] = []
    const sideOf = { now, then }
    const inTurns = async (count: number, ask: (side: Side, page: OfSide, counts: boolean) => Promise<void>) => {
      // The first round warms up.
      for (let round = -1; round < count; round += 1)
        for (const page of Object.values(figures))
          for (const name of round % 2 === 0 ? (['now', 'then'] as const) : (['then', 'now'] as const))
            await ask(sideOf[name], page[name], round >= 0)
    }
    await inTurns(rounds, async (side, page, counts) => {
      await askAlone(side, page, counts)
      if (counts && page === figures['bare page']!.now) floorMs.push((await fetchOnce(new URL(floor.address), {})).ms)
    })
    await inTurns(Math.ceil(rounds / 3), askAtOnce)
    await floor.stop()
    const saves = { now: emptySaves(), then: emptySaves() }
    for (let turn = -1; turn < SAVE_TURNS; turn += 1)
      for (const side of turn % 2 === 0 ? sides : [...sides].reverse())
        await saveTurn(side, turn < 0 ? emptySaves() : saves[side.name])
    const peak = Object.fromEntries(sides.map((side) => [side.name, side.webProcesses.map(peakMegabytes)]))
    const verdict = judgeAgainst(figures, saves)
    const result = {
      ref,
      commit,
      orders,
      rounds,
      loadBefore,
      loadAfter: loadavg()[0],
      figures,
      floorMs,
      saves,
      peak,
      verdict,
    }
    mkdirSync(join(root, 'test-results'), { recursive: true })
    writeFileSync(join(root, 'test-results/bench-against.json'), `${JSON.stringify(result, null, 2)}\n`)
    console.table(tableOf(figures, floorMs))
    console.table(verdict)
    console.log(`fill ${now.fillSeconds} s and ${then.fillSeconds} s, web's peak ${JSON.stringify(peak)} MB`)
    console.log(`${Math.round((performance.now() - since) / 1000)} s, load ${loadBefore} before, ${loadavg()[0]} after`)
    return verdict.every(({ holds }) => holds)
  } finally {
    await Promise.all(sides.map((side) => side.stop()))
  }
}

async function startSide(name: Side['name'], folder: string, options: SideOptions): Promise<Side> {
  const args = ['--conditions=react-server', '--import', 'tsx', 'e2e/bench/side.ts', JSON.stringify(options)]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const report = await Promise.race([
    new Promise<SideReport>((resolve) => child.once('message', (message) => resolve(message as SideReport))),
    ended.then((code) => Promise.reject<SideReport>(new Error(`The side "${name}" ended with ${code}.`))),
  ])
  return {
    ...report,
    name,
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The page as a browser gets it first: its bytes, and whether it is the page at all. */
async function lookAt(side: Side, path: string): Promise<OfSide> {
  const ask = (accepted: string) =>
    fetchOnce(new URL(path, side.address), { cookie: side.cookie, accept: 'text/html', 'accept-encoding': accepted })
  const { status, body } = await ask('identity')
  const faults: string[] = []
  if (status !== 200) faults.push(`answered ${status}`)
  const wrong = side.wrongTexts.find((text) => body.includes(`>${text}<`))
  if (wrong) faults.push(`says "${wrong}"`)
  const sizeOf = async (accepted: string) => (await ask(accepted)).body.length
  const bytes = { plain: body.length, gzip: await sizeOf('gzip'), brotli: await sizeOf('br') }
  const browser = await sizeOf('gzip, deflate, br')
  return { path, bytes, browser, faults, alone: [], atOnce: [], cpuMs: 0, cpuAnswers: 0 }
}

async function browserRequest(side: Side, page: OfSide): Promise<number> {
  const accepted = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' }
  const answer = await fetchOnce(new URL(page.path, side.address), { cookie: side.cookie, ...accepted })
  const fault = describeFault(answer, page.browser)
  if (fault) page.faults.push(fault)
  return answer.ms
}

async function askAlone(side: Side, page: OfSide, counts: boolean) {
  const before = processorTime(side)
  for (let at = 0; at < REQUESTS_A_TURN; at += 1) {
    const ms = await browserRequest(side, page)
    if (counts) page.alone.push(ms)
  }
  if (!counts) return
  page.cpuMs += processorTime(side) - before
  page.cpuAnswers += REQUESTS_A_TURN
}

async function askAtOnce(side: Side, page: OfSide, counts: boolean) {
  const times = await Promise.all(Array.from({ length: LANES }, () => browserRequest(side, page)))
  if (counts) page.atOnce.push(...times)
}

const processorTime = (side: Side) => side.webProcesses.reduce((sum, pid) => sum + processorMs(pid), 0)

const emptySaves = (): SaveFigures => ({ saved: 0, refused: 0, ms: 0, cpuMs: 0, faults: [] })

/** Orders of two lines, each with the same product, saved as a browser saves them: a fixed number, ten at once. */
async function saveTurn(side: Side, figures: SaveFigures) {
  const { newId } = await import('../../lib/core/ids')
  let left = SAVES_A_TURN
  const headers = {
    accept: 'text/x-component',
    'content-type': 'text/plain;charset=UTF-8',
    origin: side.address,
    'next-action': side.saveActionId,
    cookie: side.cookie,
  }
  const save = async () => {
    const others = side.otherProductIds
    const lines = [side.hotProductId, others[left % others.length]!].map((productId) => ({ productId, quantity: 1 }))
    const order = {
      channelId: side.channelId,
      status: 'pending',
      customerName: null,
      note: null,
      seenTotalCents: null,
      lines,
    }
    const who = { organizationId: side.organizationId, idempotencyKey: newId() }
    const body = JSON.stringify([who, order])
    const answer = await fetchOnce(new URL('/dashboard/orders', side.address), headers, body)
    if (answer.status === 200 && answer.body.includes('"ok":true')) figures.saved += 1
    else {
      figures.refused += 1
      figures.faults.push(`${answer.status} ${answer.body.toString().slice(-120)}`)
    }
  }
  const [since, cpu] = [performance.now(), processorTime(side)]
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (left > 0) {
        left -= 1
        await save()
      }
    }),
  )
  figures.ms += performance.now() - since
  figures.cpuMs += processorTime(side) - cpu
}
