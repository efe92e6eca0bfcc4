import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase } from '../../lib/core/db'
import type { PlacedOrder } from '../../lib/sales/orders/place-order'
import { callAction, type Answer, type Call, type Seller } from '../torture/call-action'
import { addProducts, compareOrders, listLevels, openCompanyHarness, orderCall } from '../torture/company'

// People at work on the cluster (scripts/cluster/failover.mjs): sellers who place orders and look at pages until standard input ends. Each
// attempt is one line of JSON on standard output, and so is the result: which acknowledged orders are there.
const app = process.env.NEXTAUTH_URL!
const [COMPANIES, SELLERS, PRODUCTS, STOCK] = [2, 3, 10, 1_000_000]
const ORDER_EVERY_MS = 600
const PAGE_EVERY_MS = 400
/** Longer than anything here should take: the answer of a request counts as unknown then. */
const PATIENCE_MS = 15_000
const AGAIN_MS = 500
const GIVEN_UP_MS = 180_000

/** A page in the product's own words: one that failed, and one that waits for the service. */
const OWN_WORDS = /mascate/i

let isOver = false
const print = (line: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(line)}\n`)

type Company = Awaited<ReturnType<typeof openCompanyHarness>>

/** One order after the other; each is repeated under its key until its outcome is known. */
async function placeOrders(company: Company, seller: Seller, products: string[], placed: string[]): Promise<void> {
  for (let n = 0; !isOver; n += 1) {
    const call = orderCall(company, [{ productId: products[n % products.length]!, quantity: 1 }])
    const answer = await place(seller, call)
    if (answer.kind === 'accepted') placed.push(answer.data.id)
    else
      print({ kind: 'trouble', what: answer.kind === 'refused' ? `refused: ${answer.code}` : `unknown: ${answer.why}` })
    await wait(ORDER_EVERY_MS)
  }
}

async function place(seller: Seller, call: Call): Promise<Answer<PlacedOrder>> {
  for (const until = Date.now() + GIVEN_UP_MS; ; await wait(AGAIN_MS)) {
    const begun = Date.now()
    const answer = await callAction<PlacedOrder>(app, seller, call, PATIENCE_MS)
    const why = answer.kind === 'unknown' ? answer.why : answer.kind === 'refused' ? answer.code : undefined
    print({ kind: 'write', begun, ended: Date.now(), ok: answer.kind === 'accepted', why })
    if (answer.kind !== 'unknown' || Date.now() > until) return answer
  }
}

/** The order list, as one who reloads it: what comes is the list, a page in words, or something else. */
async function readPages({ cookie }: Seller, mark: string): Promise<void> {
  while (!isOver) {
    const begun = Date.now()
    const seen = await lookAt(cookie, mark)
    print({ kind: 'read', begun, ended: Date.now(), ok: seen === 'page', why: seen })
    await wait(PAGE_EVERY_MS)
  }
}

async function lookAt(cookie: string, mark: string): Promise<string> {
  try {
    const headers = { cookie, accept: 'text/html' }
    const answer = await fetch(`${app}/dashboard/orders`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await answer.text()
    if (answer.status === 200 && text.includes(mark)) return 'page'
    return `${answer.status} ${OWN_WORDS.test(text) ? 'own words' : `foreign: ${text.slice(0, 80)}`}`
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name
  }
}

async function main() {
  const companies = await Promise.all(
    Array.from({ length: COMPANIES }, async (_, n) => {
      const company = await openCompanyHarness(`Cluster ${n + 1}`, SELLERS)
      return { company, products: await addProducts(company, PRODUCTS, STOCK), placed: [] as string[] }
    }),
  )
  await closeDatabase()
  createInterface({ input: process.stdin }).on('close', () => (isOver = true))
  print({ kind: 'ready', cookie: companies[0]!.company.sellers[0]!.cookie })
  const work = companies.flatMap(({ company, products, placed }) =>
    company.sellers.map((seller) => placeOrders(company, seller, products, placed)),
  )
  const looks = companies.map(({ company }) => readPages(company.sellers[0]!, 'SKU-'))
  await Promise.all([...work, ...looks])
  let [lost, extra, twice, acknowledged, levels] = [0, 0, 0, 0, 0]
  for (const { company, placed } of companies) {
    const compared = await compareOrders(company.id, placed)
    const reserved = (await listLevels(company.id)).reduce((sum, level) => sum + level.reserved, 0)
    lost += compared.lost
    extra += compared.unanswered
    twice += compared.reportedTwice
    acknowledged += placed.length
    levels += Math.abs(reserved - placed.length)
  }
  print({ kind: 'result', acknowledged, lost, extra, twice, levels })
  await closeDatabase()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
