import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../bench/product'
import { closeDatabase } from '../../../lib/core/db'
import type { PlacedOrder } from '../../../lib/sales/orders/place-order'
import { untilAtWork } from '../at-work'
import { callAction, Tally, type Call, type Seller } from '../call-action'
import { openListCompanies } from '../requested-lists'
import { addProducts, compareOrders, listLevels, openCompanyHarness, orderCall } from '../company'
import { buildCopy, withoutGuard } from '../mutant-copy'
import {
  atLeast,
  below,
  exactly,
  never,
  timed,
  type Context,
  type Mutant,
  type Scenario,
  type TextMutant,
} from '../scenario'
import { whileStockIsHeld } from '../slow-order'
import { untilHealthy } from '../stage'

type Options = { stops: number; clients: number; products: number; listCompanies: number }

const STOPPED = 1
const ENDS_WITHIN_MS = 12_000
/** A worker hands back unfinished work by then, to be started again. */
const FINISHES_WITHIN_MS = 10_000
/** A request sent by then is answered: one sent in the very moment of the end may find the port closed. */
const NOTICED_AFTER_MS = 250
const DOOR_CLOSED = 'ECONNREFUSED'
/** How long a slow order has been under way when its process is asked to end, and how long it goes on after that. */
const SLOW_MS = 500
const PATIENCE_MS = 20_000
const RETRIED_FOR_MS = 90_000
/** Retried, but with an answer: no client was left without one. */
const answers = new Set(['tooManyRequests', 'requestInFlight'])

const drain: TextMutant = {
  name: 'drain',
  removes: "the worker's waiting for the jobs it has in progress",
  texts: [{ file: 'lib/worker/work-jobs.ts', find: /(?<=OUTLIVES_DATABASE_MS : )finishWithinMs/, put: '0' }],
}

const requests: TextMutant = {
  name: 'requests',
  removes: "the app's waiting for the requests in flight",
  texts: [{ file: 'lib/core/process/stopping.ts', find: /finishWithinMs(?=\)\.unref)/, put: '0' }],
}

const requestsIgnored: Mutant = { name: 'asked', removes: 'that the processes are asked to end (they are killed)' }

const copied = [drain, requests]

export const gracefulStop: Scenario<Options> = {
  name: 'graceful-stop',
  claim:
    'an app process and a worker asked to end under load while the others stay up: requests in flight, slow ones too, are answered, none twice, jobs in progress are done, none begun twice, exit code 0',
  options: {
    short: { stops: 3, clients: 8, products: 20, listCompanies: 3 },
    // Eight people who order without a pause fill two cores; more of them would tell of the machine, not of the stop.
    full: { stops: 20, clients: 8, products: 20, listCompanies: 3 },
  },
  mutants: [requestsIgnored, drain, requests],
  run: (context) =>
    withoutGuard(
      copied.find((mutant) => mutant === context.mutant),
      async (folder) => {
        if (folder === root) return runStops(context)
        const { web, worker } = context.stage.beside
        const moved = context.mutant === drain ? worker : web
        if (moved === web) buildCopy(folder)
        await moved.moveTo(folder)
        try {
          return await runStops(context)
        } finally {
          await moved.moveTo(root)
        }
      },
    ),
}

async function runStops({ options, random, stage, isFull, mutant }: Context<Options>) {
  const signal = mutant === requestsIgnored ? 'SIGKILL' : 'SIGTERM'
  // One more client, which orders a product of its own.
  const harness = await openCompanyHarness('Graceful stop', options.clients + 1)
  const [patient, ...sellers] = harness.sellers as [Seller, ...Seller[]]
  const [reserved, ...products] = (await addProducts(harness, options.products + 1, 1_000_000)) as [string, ...string[]]
  const lists = await openListCompanies(stage, options.listCompanies)
  const placedCodes: string[] = []
  const [refusals, unanswered] = [new Tally(), new Tally()]
  let [cut, crossed, unknown, inProgress, slowAnswered] = [0, 0, 0, 0, 0]
  let isOver = false
  let requestedAt = Infinity
  const once = async (seller: Seller, app: number, call: Call) => {
    const since = performance.now()
    const answer = await callAction<PlacedOrder>(stage.apps[app]!, seller, call, PATIENCE_MS)
    const isUnanswered = answer.kind === 'unknown' && !answers.has(answer.why)
    if (isUnanswered && app === STOPPED) {
      if (since < requestedAt - NOTICED_AFTER_MS) cut += 1
      else if (answer.why !== DOOR_CLOSED) crossed += 1
    }
    return answer
  }
  /** Retries until the outcome is known, that process first; answers whether that process itself acknowledged. */
  const place = async (seller: Seller, first: number, productId: string): Promise<boolean> => {
    const call = orderCall(harness, [{ productId, quantity: 1 }])
    const until = performance.now() + RETRIED_FOR_MS
    for (let attempt = first; ; attempt += 1) {
      const answer = await once(seller, attempt % 2, call)
      if (answer.kind === 'accepted') placedCodes.push(answer.data.id)
      if (answer.kind === 'refused') refusals.add(answer.code)
      if (answer.kind !== 'unknown') return answer.kind === 'accepted' && attempt === first
      unanswered.add(answer.why)
      if (performance.now() > until) {
        unknown += 1
        return false
      }
      await wait(50)
    }
  }
  const lanes = sellers.map(async (seller, lane) => {
    while (!isOver) await place(seller, lane, random.pick(products))
  })
  /** Both are asked to end while an order, long since heard, waits for its stock. */
  const stopUnderWay = () =>
    whileStockIsHeld(harness.id, reserved, async (untilWaitedFor) => {
      const slow = place(patient, STOPPED, reserved)
      await Promise.all([untilWaitedFor(), wait(SLOW_MS)])
      inProgress += await lists.countInProgress()
      requestedAt = performance.now()
      const ended = Promise.all([stage.beside.web.end(signal), stage.beside.worker.end(signal)])
      await wait(SLOW_MS)
      return { slow, ended }
    })
  const ends: { what: string; code: number | null; ms: number }[] = []
  try {
    for (let stop = 0; stop < options.stops && !stage.hasEnded(); stop += 1) {
      await wait(random.between(1500, 3000))
      await untilAtWork(2)
      const { slow, ended } = await stopUnderWay()
      const [web, worker] = await ended
      ends.push({ what: 'web', ...web }, { what: 'worker', ...worker })
      await untilHealthy(stage.apps[STOPPED]!)
      requestedAt = Infinity
      if (await slow) slowAnswered += 1
    }
  } finally {
    isOver = true
    lists.stopRequests()
    await Promise.all(lanes)
  }
  const slowestOf = (whose: string) => Math.max(...ends.flatMap(({ what, ms }) => (what === whose ? ms : [])))
  // Whose guard is out has no such excuse.
  const jobs = await lists.finish(!isFull && !mutant && slowestOf('worker') > FINISHES_WITHIN_MS)
  const slowest = Math.max(slowestOf('web'), slowestOf('worker'))
  await closeDatabase()
  const { lost, unanswered: kept, reportedTwice } = await compareOrders(harness.id, placedCodes)
  const levels = await listLevels(harness.id)
  const codes = new Tally()
  for (const { what, code } of ends) codes.add(`${what} ${code}`)
  return {
    accepted: placedCodes.length,
    refused: refusals.total,
    unknown,
    companies: [harness, ...lists.companies],
    figures: [
      exactly('how they ended', String(codes), `web 0 ${options.stops}, worker 0 ${options.stops}`),
      exactly('requests in flight without an answer', cut, 0),
      exactly('slow requests answered', slowAnswered, options.stops),
      exactly('unknown', unknown, 0),
      timed(isFull, atLeast('jobs in progress as they were asked', inProgress, options.stops)),
      ...jobs,
      exactly('refused', String(refusals), 'none'),
      never('acknowledged and lost', lost),
      never('stored without an acknowledgement', kept),
      never('one order acknowledged to two', reportedTwice),
      exactly(
        'units reserved',
        levels.reduce((sum, level) => sum + level.reserved, 0),
        placedCodes.length,
      ),
      timed(isFull, below('the slowest end', slowest, ENDS_WITHIN_MS, 'ms')),
    ],
    notes: { 'asked again': String(unanswered), 'sent in the moment of an end, and cut off': crossed },
  }
}
