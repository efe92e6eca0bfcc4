// One side of `npm run bench -- --against REF`: it runs in its own checkout, with that checkout's fill, product and places,
// and reports where to request. against.ts copies this file into the checkout of REF, so it imports only what both have.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Actor } from '../../lib/core/db'
import messages from '../../messages/pt-BR.json'
import { fillCompany } from './fill'
import { placesOf } from './places'
import { adoptSettings, data, readActionIds, root, startProduct } from './product'
import { listScreens } from './screens'

export type SideOptions = { port: number; orders: number; seed: number; otherCompanies: number }

/** Where the comparison requests, and as whom. */
export type SideReport = {
  address: string
  cookie: string
  organizationId: string
  channelId: string
  /** The product that each saved order has, and others for its second line. */
  hotProductId: string
  otherProductIds: string[]
  saveActionId: string
  screens: Record<string, string>
  /** Texts of a page that answers 200 (it streams) without the requested content. */
  wrongTexts: string[]
  webProcesses: number[]
  fillSeconds: number
}

type Factories = {
  createTestOrganization: (
    name: string,
  ) => Promise<{ organizationId: string; legalEntityId: string; owner: Actor; userId?: string }>
}
type OwnerDatabase = {
  withOwner: <T>(run: (owner: { query: (sql: string) => Promise<T> }) => Promise<T>) => Promise<T>
}

/** The first of these modules that the checkout has: newest layout first. */
const load = async (...files: string[]) =>
  (await import(
    join(
      root,
      files.find((file) => existsSync(join(root, file)))!,
    )
  )) as unknown
const NAME = 'Bench large'

async function main() {
  const options = JSON.parse(process.argv[2]!) as SideOptions
  process.chdir(root)
  process.env.MASCATE_BENCH = '1'
  const product = await startProduct(options.port, { env: { MASCATE_BENCH: '1' } })
  const end = async () => {
    await product.stop()
    const { openDataFolder } = (await load('scripts/data-folder.mjs')) as {
      openDataFolder: (folder: string) => unknown
    }
    const { stopPostgres } = (await load('scripts/postgres.mjs')) as {
      stopPostgres: (data: unknown) => Promise<string>
    }
    rmSync(dirname(await stopPostgres(openDataFolder(data))), { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
    process.exit()
  }
  process.once('disconnect', () => void end())
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.connected && process.disconnect())
  process.once('message', () => process.disconnect())
  const settings = adoptSettings(product.address)
  const fillSeconds = await fill(settings.DATABASE_OWNER_URL!, options)
  const places = await placesOf(NAME)
  const [hotProductId] = places.hotAndOther()
  const report: SideReport = {
    address: product.address,
    cookie: places.cookie,
    organizationId: places.organizationId,
    channelId: places.channelId,
    hotProductId,
    otherProductIds: Array.from({ length: 50 }, () => places.hotAndOther()[1]),
    saveActionId: readActionIds('.next').get('placeOrderAction')!,
    screens: listScreens(places),
    wrongTexts: [messages.pages.notFound.record, messages.pages.denied.title, messages.failures.title],
    webProcesses: listDescendants(product.pid, 'next-server'),
    fillSeconds,
  }
  process.send!(report)
}

async function fill(ownerUrl: string, { orders, seed, otherCompanies }: SideOptions) {
  const since = performance.now()
  const factories = ['lib/testing/factories/factories.ts', 'lib/testing/factories.ts']
  const { createTestOrganization } = (await load(...factories)) as Factories
  const { withOwner } = (await load('lib/testing/harnesses/database.ts', 'lib/testing/database.ts')) as OwnerDatabase
  const make = async (name: string, size: number, products: number, number: number) => {
    const company = await createTestOrganization(name)
    await fillCompany(ownerUrl, company, { orders: size, products, shops: 5, years: 3, seed: seed + number })
  }
  await make(NAME, orders, Math.min(10_000, Math.max(200, orders / 10)), 0)
  for (let number = 0; number < otherCompanies; number += 1) await make(`Bench ${number}`, 100, 20, 2 + number)
  await withOwner((owner) => owner.query('vacuum analyze'))
  return Math.round((performance.now() - since) / 1000)
}

/** Processes of a program that this process or its children started (Linux only). */
function listDescendants(ancestor: number, program: string): number[] {
  const parents = new Map<number, number>()
  const names = new Map<number, string>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(Number(pid), Number(/PPid:\t(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]))
      names.set(Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    } catch {
      // It ended while the list was read.
    }
  const descends = (pid: number): boolean =>
    parents.get(pid) === ancestor || (parents.has(pid) && descends(parents.get(pid)!))
  return [...names].filter(([pid, name]) => name.includes(program) && descends(pid)).map(([pid]) => pid)
}

void main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
