import { createInterface } from 'node:readline'
import { closeDatabase } from '../db'
import { ShopeeError } from '../shopee/errors'
import { getShopInfo } from '../shopee/shops'
import { UserError } from '../errors'
import { sharedLimiter } from '../shops/limiter'
import { withShopToken } from '../shops/tokens'

/** A process of its own that calls for a shop, as web app and worker do. Told by lines of JSON, answers by one each. */
type Order =
  | { kind: 'call'; organizationId: string; shopId: string; callers: number }
  | { kind: 'turns'; shopId: string; callers: number; turns: number }

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

async function outcomeOf({ organizationId, shopId }: { organizationId: string; shopId: string }): Promise<string> {
  try {
    await withShopToken({ organizationId }, shopId, (shop) => getShopInfo({ ...shop, limiter: unhurried }))
    return 'ok'
  } catch (error) {
    if (error instanceof UserError) return error.code
    return error instanceof ShopeeError ? `${error.kind}:${error.code}` : String(error)
  }
}
const unhurried = { takeTurn: async () => undefined, holdBack: async () => undefined }

async function run(order: Order): Promise<unknown> {
  if (order.kind === 'call') return Promise.all(Array.from({ length: order.callers }, () => outcomeOf(order)))
  const left: number[] = []
  const each = async () => {
    for (let turn = 0; turn < order.turns; turn += 1) {
      await sharedLimiter.takeTurn(order.shopId)
      left.push(Date.now())
    }
  }
  await Promise.all(Array.from({ length: order.callers }, each))
  return left
}

createInterface({ input: process.stdin })
  .on('line', (line) => void run(JSON.parse(line) as Order).then(say, (error: unknown) => say(String(error))))
  .on('close', () => void closeDatabase().finally(() => process.exit()))
say('ready')
