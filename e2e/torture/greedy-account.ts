import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { newId } from '../../lib/core/ids'
import { inspect } from '../../lib/testing/harnesses/database'
import { signInAs } from '../../lib/testing/factories/factories'
import { callAction, Tally, type Seller } from './call-action'
import { addProducts, openCompanyHarness, type CompanyHarness } from './company'

const COMPANIES = 6
/** Requests that the account has under way at once. */
const LANES = { pages: 24, reads: 12, pictures: 6, exports: 6, rejected: 2 }
const PAGES = ['/dashboard', '/dashboard/orders', '/dashboard/products']
const READS = ['/api/notifications', '/api/palette?q=produto', '/api/orders/product-search?q=produto']
const PATIENCE_MS = 60_000
const REFUSED_PAUSE_MS = 50
const DRAINED_WITHIN_MS = 120_000

export type GreedyAccount = Awaited<ReturnType<typeof openGreedyAccount>>

/** One person with many companies and a session in each, who does all at once that an account may do. */
export async function openGreedyAccount(app: string) {
  const companies: CompanyHarness[] = []
  for (let number = 1; number <= COMPANIES; number += 1) companies.push(await openCompanyHarness(`Greedy ${number}`, 0))
  const { userId } = companies[0]!.company.owner
  const sessions: Seller[] = []
  for (const { id } of companies) {
    await inspect(id, `UPDATE membership SET user_id = $1 WHERE organization_id = $2 AND role = 'owner'`, [userId, id])
    const { cookie } = await signInAs({ organizationId: id, userId, role: 'owner', kind: 'person' })
    sessions.push({ organizationId: id, userId: userId!, cookie: `${cookie.name}=${cookie.value}; language=pt` })
  }
  for (const company of companies) await addProducts(company, 20, 1000)
  const picture = await sharp({ create: { width: 4800, height: 4800, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer()
  return {
    companies,
    /** Ends once nothing that it sent is under way. */
    async whileAtWork(work: () => Promise<void>): Promise<Tally> {
      const answers = new Tally()
      let isOver = false
      const ask = async (kind: string, path: string, given: RequestInit & { headers: Record<string, string> }) => {
        const answer = await fetch(`${app}${path}`, { ...given, signal: AbortSignal.timeout(PATIENCE_MS) })
        await answer.arrayBuffer()
        answers.add(`${kind} ${answer.status}`)
        if (!answer.ok) await wait(REFUSED_PAUSE_MS)
      }
      const does: Record<keyof typeof LANES, (one: Seller, turn: number) => Promise<unknown>> = {
        pages: ({ cookie }, turn) => ask('page', PAGES[turn % PAGES.length]!, { headers: { cookie } }),
        reads: ({ cookie }, turn) => ask('read', READS[turn % READS.length]!, { headers: { cookie } }),
        pictures: ({ cookie, organizationId }) =>
          ask('picture', '/api/expenses/receipts?fileName=x.png', {
            method: 'POST',
            headers: { cookie, origin: app, 'x-organization-id': organizationId },
            body: new Uint8Array(picture),
          }),
        rejected: ({ cookie }) =>
          ask('rejected', '/dashboard/orders', {
            method: 'POST',
            headers: { cookie, origin: app, 'next-action': '0'.repeat(42) },
            body: '[]',
          }),
        exports: async (one) => {
          const input = { kind: 'movements', format: 'xlsx', query: '', language: 'pt', toDrive: false }
          const answer = await callAction(app, one, { name: 'requestExportAction', key: newId(), input }, PATIENCE_MS)
          answers.add(`export ${answer.kind}`)
          if (answer.kind !== 'accepted') await wait(REFUSED_PAUSE_MS)
        },
      }
      const lanes = Object.entries(LANES).flatMap(([kind, count]) =>
        Array.from({ length: count }, async (_, lane) => {
          for (let turn = lane; !isOver; turn += 1)
            await does[kind as keyof typeof LANES](sessions[turn % COMPANIES]!, turn).catch((error: Error) =>
              answers.add(`${kind} ${error.name}`),
            )
        }),
      )
      try {
        await work()
      } finally {
        isOver = true
        await Promise.all(lanes)
        await untilWritten(companies)
      }
      return answers
    },
  }
}

/** Its exports are not left to the next, quiet time. */
async function untilWritten(companies: readonly CompanyHarness[]): Promise<void> {
  const open = `SELECT count(*)::int AS n FROM export WHERE organization_id = $1 AND state IN ('waiting', 'running')`
  for (const until = Date.now() + DRAINED_WITHIN_MS; Date.now() < until; await wait(100)) {
    const left = await Promise.all(companies.map(({ id }) => inspect<{ n: number }>(id, open, [id])))
    if (left.every(([row]) => row!.n === 0)) return
  }
  throw new Error('The exports of the greedy account do not come to their end.')
}
