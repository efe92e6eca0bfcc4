import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../bench/product'
import { closeDatabase } from '../../../lib/db'
import type { PlacedOrder } from '../../../lib/orders/place-order'
import { untilAtWork } from '../at-work'
import { callAction, Tally, type Call, type Seller } from '../call-action'
import { openListDesks } from '../asked-lists'
import { addProducts, compareOrders, listLevels, openDesk, orderCall } from '../company'
import { withoutGuard } from '../mutant-copy'
import { atLeast, below, exactly, never, timed, type Context, type Scenario, type TextMutant } from '../scenario'
import { untilHealthy } from '../stage'

type Wish = { stops: number; clients: number; products: number; listCompanies: number }

const STOPPED = 1
const ENDS_WITHIN_MS = 12_000
/** What a worker has not done by then is handed back, to be begun anew. */
const FINISHES_WITHIN_MS = 10_000
/** Whoever had asked by then had been heard: what is sent in the very moment of the end may find the door closed. */
const HEARD_AFTER_MS = 250
const PATIENCE_MS = 20_000
const ASKED_AGAIN_FOR_MS = 90_000

const drain: TextMutant = {
  name: 'drain',
  removes: "the worker's waiting for the jobs it has in progress",
  texts: [
    { file: 'lib/jobs/work-jobs.ts', find: /const FINISH_WITHIN_MS = \d[\d_]*/, put: 'const FINISH_WITHIN_MS = 0' },
  ],
}

let signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'

export const gracefulStop: Scenario<Wish> = {
  name: 'graceful-stop',
  claim:
    'an app process and a worker asked to end under load while the others stay up: requests in flight are answered, none twice, jobs in progress are done, none begun twice, exit code 0',
  options: {
    short: { stops: 3, clients: 8, products: 20, listCompanies: 3 },
    // Eight people who order without a pause fill two cores; more of them would tell of the machine, not of the stop.
    full: { stops: 20, clients: 8, products: 20, listCompanies: 3 },
  },
  mutants: [
    {
      name: 'asked',
      removes: 'that the processes are asked to end (they are killed)',
      remove() {
        signal = 'SIGKILL'
      },
    },
    drain,
  ],
  run: (context) =>
    withoutGuard(context.mutant === drain ? drain : undefined, async (folder) => {
      const { worker } = context.stage.beside
      if (folder === root) return runStops(context)
      await worker.moveTo(folder)
      try {
        return await runStops(context)
      } finally {
        await worker.moveTo(root)
      }
    }),
}

async function runStops({ options, random, stage, isFull }: Context<Wish>) {
  const desk = await openDesk('Graceful stop', options.clients)
  const products = await addProducts(desk, options.products, 1_000_000)
  const lists = await openListDesks(stage, options.listCompanies)
  const told: string[] = []
  const [refusals, untold] = [new Tally(), new Tally()]
  let [cut, unknown, inProgress] = [0, 0, 0]
  let isOver = false
  let askedAt = Infinity
  const once = async (seller: Seller, app: number, call: Call) => {
    const since = performance.now()
    const answer = await callAction<PlacedOrder>(stage.apps[app]!, seller, call, PATIENCE_MS)
    if (answer.kind === 'unknown' && app === STOPPED && since < askedAt - HEARD_AFTER_MS) cut += 1
    return answer
  }
  const lanes = desk.sellers.map(async (seller, lane) => {
    while (!isOver) {
      const call = orderCall(desk, [{ productId: random.pick(products), quantity: 1 }])
      const until = performance.now() + ASKED_AGAIN_FOR_MS
      for (let attempt = lane; ; attempt += 1) {
        const answer = await once(seller, attempt % 2, call)
        if (answer.kind === 'accepted') told.push(answer.data.id)
        if (answer.kind === 'refused') refusals.add(answer.code)
        if (answer.kind !== 'unknown') break
        untold.add(answer.why)
        if (performance.now() > until) {
          unknown += 1
          break
        }
        await wait(50)
      }
    }
  })
  const ends: { what: string; code: number | null; ms: number }[] = []
  try {
    for (let stop = 0; stop < options.stops && !stage.hasEnded(); stop += 1) {
      await wait(random.between(1500, 3000))
      await untilAtWork(2)
      inProgress += await lists.countInProgress()
      askedAt = performance.now()
      const [web, worker] = await Promise.all([stage.beside.web.end(signal), stage.beside.worker.end(signal)])
      ends.push({ what: 'web', ...web }, { what: 'worker', ...worker })
      await untilHealthy(stage.apps[STOPPED]!)
      askedAt = Infinity
    }
  } finally {
    isOver = true
    lists.askNoMore()
    await Promise.all(lanes)
  }
  const slowest = Math.max(...ends.map(({ ms }) => ms))
  const jobs = await lists.finish(!isFull && slowest > FINISHES_WITHIN_MS)
  await closeDatabase()
  const { lost, untold: kept, toldTwice } = await compareOrders(desk.id, told)
  const levels = await listLevels(desk.id)
  const codes = new Tally()
  for (const { what, code } of ends) codes.add(`${what} ${code}`)
  return {
    ...{ accepted: told.length, refused: refusals.total, unknown, companies: [desk, ...lists.companies] },
    figures: [
      exactly('how they ended', String(codes), `web 0 ${options.stops}, worker 0 ${options.stops}`),
      exactly('requests in flight without an answer', cut, 0),
      exactly('unknown', unknown, 0),
      timed(isFull, atLeast('jobs in progress as they were asked', inProgress, options.stops)),
      ...jobs,
      exactly('refused', String(refusals), 'none'),
      never('acknowledged and lost', lost),
      never('there and told to nobody', kept),
      never('one order told to two', toldTwice),
      exactly(
        'units reserved',
        levels.reduce((sum, level) => sum + level.reserved, 0),
        told.length,
      ),
      timed(isFull, below('the slowest end', slowest, ENDS_WITHIN_MS, 'ms')),
    ],
    notes: { 'asked again': String(untold) },
  }
}
