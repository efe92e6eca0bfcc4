import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase } from '../../../lib/db'
import type { PlacedOrder } from '../../../lib/orders/place-order'
import { callAction, Tally, type Call, type Seller } from '../call-action'
import { addProducts, compareOrders, listLevels, openDesk, orderCall } from '../company'
import { below, exactly, timed, type Scenario } from '../scenario'
import { untilHealthy } from '../stage'

type Wish = { stops: number; clients: number; products: number }

const STOPPED = 1
const ENDS_WITHIN_MS = 12_000
/** Whoever had asked by then had been heard: what is sent in the very moment of the end may find the door closed. */
const HEARD_AFTER_MS = 250
const PATIENCE_MS = 20_000

let signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'

export const gracefulStop: Scenario<Wish> = {
  name: 'graceful-stop',
  claim:
    'an app process and a worker asked to end under load while the others stay up: requests in flight are answered, none twice, exit code 0',
  options: { short: { stops: 3, clients: 8, products: 20 }, full: { stops: 20, clients: 32, products: 20 } },
  mutants: [
    {
      name: 'asked',
      removes: 'that the processes are asked to end (they are killed)',
      remove() {
        signal = 'SIGKILL'
      },
    },
  ],
  async run({ options, random, stage, isFull }) {
    const desk = await openDesk('Graceful stop', options.clients)
    const products = await addProducts(desk, options.products, 1_000_000)
    await closeDatabase()
    const told: string[] = []
    const [refusals, untold] = [new Tally(), new Tally()]
    let cut = 0
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
        for (let attempt = lane; ; attempt += 1) {
          const answer = await once(seller, attempt % 2, call)
          if (answer.kind === 'accepted') told.push(answer.data.id)
          if (answer.kind === 'refused') refusals.add(answer.code)
          if (answer.kind !== 'unknown') break
          untold.add(answer.why)
          await wait(50)
        }
      }
    })
    const ends: { what: string; code: number | null; ms: number }[] = []
    try {
      for (let stop = 0; stop < options.stops && !stage.hasEnded(); stop += 1) {
        await wait(random.between(1500, 3000))
        askedAt = performance.now()
        const [web, worker] = await Promise.all([stage.beside.web.end(signal), stage.beside.worker.end(signal)])
        ends.push({ what: 'web', ...web }, { what: 'worker', ...worker })
        await untilHealthy(stage.apps[STOPPED]!)
        askedAt = Infinity
      }
    } finally {
      isOver = true
      await Promise.all(lanes)
    }
    const { lost, untold: kept, toldTwice } = await compareOrders(desk.id, told)
    const levels = await listLevels(desk.id)
    const codes = new Tally()
    for (const { what, code } of ends) codes.add(`${what} ${code}`)
    return {
      ...{ accepted: told.length, refused: refusals.total, unknown: 0, companies: [desk] },
      figures: [
        exactly('how they ended', String(codes), `web 0 ${options.stops}, worker 0 ${options.stops}`),
        exactly('requests in flight without an answer', cut, 0),
        exactly('refused', String(refusals), 'none'),
        exactly('acknowledged and lost', lost, 0),
        exactly('there and told to nobody', kept, 0),
        exactly('one order told to two', toldTwice, 0),
        exactly(
          'units reserved',
          levels.reduce((sum, level) => sum + level.reserved, 0),
          told.length,
        ),
        timed(isFull, below('the slowest end', Math.max(...ends.map(({ ms }) => ms)), ENDS_WITHIN_MS, 'ms')),
      ],
      notes: { 'asked again': String(untold) },
    }
  },
}
