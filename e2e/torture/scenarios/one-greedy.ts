import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { withOrganization } from '../../../lib/core/db'
import { newId } from '../../../lib/core/ids'
import { enqueueInTurn } from '../../../lib/core/queue/task'
import type { PlacedOrder } from '../../../lib/sales/orders/place-order'
import { inspect } from '../../../lib/testing/harnesses/database'
import { root } from '../../bench/product'
import { callAction, type Call } from '../call-action'
import { addProducts, openCompanyHarness, orderCall } from '../company'
import { openGreedyAccount } from '../greedy-account'
import { buildCopy, withoutGuard } from '../mutant-copy'
import { exactly, percentile, timed, type Context, type Figure, type Scenario, type TextMutant } from '../scenario'
import { without } from '../text-mutants'

type Options = { rounds: number; samples: number }

/** Its web process can be moved to a copy without a guard. */
const APP = 1
const MOST_TIMES = 2
const PATIENCE_MS = 60_000
/** Until the greedy account has all under way that it may have. */
const AT_WORK_AFTER_MS = 2000
const LOOK_EVERY_MS = 5

const turns: TextMutant = without(
  'turns',
  'the turns of pages, actions and what is sent to routes and read there',
  'lib/identity/auth/request-guard.ts',
  /const late = await waitForTurn\(request, response\)/,
  'const late = false',
)
const pictures: TextMutant = without(
  'pictures',
  'the lines of pictures by company and person',
  'lib/core/files/encode-picture.ts',
  /id \? limitedByOwner\(id, run\) : run\(\)/,
  'run()',
)

export const oneGreedy: Scenario<Options> = {
  name: 'one-greedy',
  claim:
    'another company’s page, picture, short job, export and order take at most twice their idle time while one account does its worst',
  options: { short: { rounds: 2, samples: 12 }, full: { rounds: 4, samples: 20 } },
  mutants: [turns, pictures],
  run: (context) =>
    withoutGuard(context.mutant as TextMutant | undefined, async (folder) => {
      if (folder === root) return runGreedy(context)
      const { web } = context.stage.beside
      buildCopy(folder)
      await web.moveTo(folder)
      try {
        return await runGreedy(context)
      } finally {
        await web.moveTo(root)
      }
    }),
}

/** Quiet and greedy times take turns, so that what else the machine does meanwhile falls on both. */
async function runGreedy({ options: { rounds, samples }, stage, isFull }: Context<Options>) {
  const app = stage.apps[APP]!
  const company = await openCompanyHarness('Quiet', 1)
  const seller = company.sellers[0]!
  const [product] = (await addProducts(company, 20, 1_000_000)) as [string, ...string[]]
  const { cookie, organizationId } = seller
  const picture = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#2040c0' } })
    .png()
    .toBuffer()
  const fetchWhole = async (path: string, given: RequestInit & { headers: Record<string, string> }) => {
    const answer = await fetch(`${app}${path}`, { ...given, signal: AbortSignal.timeout(PATIENCE_MS) })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    return text
  }
  const act = async <T>(call: Call): Promise<T> => {
    const answer = await callAction<T>(app, seller, call, PATIENCE_MS)
    if (answer.kind !== 'accepted') throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const placed: string[] = []
  const jobs: Record<string, () => Promise<unknown>> = {
    page: () => fetchWhole('/dashboard/orders', { headers: { cookie } }),
    picture: () =>
      fetchWhole('/api/expenses/receipts?fileName=x.png', {
        method: 'POST',
        headers: { cookie, origin: app, 'x-organization-id': organizationId },
        body: new Uint8Array(picture),
      }),
    'short job': async () => {
      const key = `one-greedy:${newId()}`
      await withOrganization(company.company, (db) =>
        enqueueInTurn(db, 'deliver-webhooks', { endpointId: newId() }, { key, queue: key }),
      )
      await untilNone(organizationId, 'SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1', key)
    },
    export: async () => {
      const input = { kind: 'movements', format: 'csv', query: '', language: 'pt', toDrive: false }
      const { exportId } = await act<{ exportId: string }>({ name: 'requestExportAction', key: newId(), input })
      await untilNone(organizationId, `SELECT 1 FROM export WHERE id = $1 AND state <> 'done'`, exportId)
    },
    order: async () => {
      placed.push((await act<PlacedOrder>(orderCall(company, [{ productId: product, quantity: 1 }]))).id)
    },
  }
  const times: Record<'idle' | 'greedy', Record<string, number[]>> = { idle: {}, greedy: {} }
  const failures: string[] = []
  const measure = async (when: 'idle' | 'greedy') => {
    for (let sample = 0; sample < samples; sample += 1)
      for (const [what, job] of Object.entries(jobs)) {
        const since = performance.now()
        await job().then(
          () => (times[when][what] ??= []).push(performance.now() - since),
          (error: Error) => failures.push(`${when} ${what}: ${error.message}`),
        )
      }
  }
  const greedy = await openGreedyAccount(app)
  for (const job of Object.values(jobs)) await job()
  const answers: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    await measure('idle')
    const given = await greedy.whileAtWork(async () => {
      await wait(AT_WORK_AFTER_MS)
      await measure('greedy')
    })
    answers.push(String(given))
  }
  const median = (when: 'idle' | 'greedy', what: string) => percentile(times[when][what] ?? [], 0.5)
  const figures = Object.keys(jobs).map((what): Figure => {
    const [idle, busy] = [median('idle', what), median('greedy', what)]
    const found = `${(busy / idle).toFixed(1)} times: ${Math.round(busy)} ms of ${Math.round(idle)} ms`
    return timed(isFull, { what, found, wanted: `≤ ${MOST_TIMES} times`, holds: busy <= MOST_TIMES * idle })
  })
  return {
    accepted: placed.length,
    refused: 0,
    unknown: 0,
    companies: [company, ...greedy.companies],
    figures: [...figures, exactly('refused or failed', failures.slice(0, 3).join('; ') || 'none', 'none')],
    notes: Object.fromEntries(answers.map((given, round) => [`greedy, round ${round + 1}`, given])),
  }
}

async function untilNone(organizationId: string, sql: string, value: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await wait(LOOK_EVERY_MS))
    if ((await inspect(organizationId, sql, [value])).length === 0) return
  throw new Error('it was not done in a minute')
}
