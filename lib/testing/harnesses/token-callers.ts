import { createInterface } from 'node:readline'
import { closeDatabase } from '@/lib/core/db'
import { ShopeeError } from '@/lib/shopee/errors'
import { getShopInfo } from '@/lib/shopee/shops'
import { UserError } from '@/lib/core/errors'
import { sharedLimiter } from '@/lib/connect/shops/limiter'
import { withShopToken } from '@/lib/connect/shops/tokens'

/**
 * A process of its own that calls for a shop, as web app and worker do. Commands are lines of JSON, answered by one
 * each.
 */
type Order =
  | { kind: 'call'; organizationId: string; shopId: string; callers: number }
  | { kind: 'turns'; shopId: string; callers: number; turns: number }

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

/** The first of the callers shows that the token is good; the others only need it, so that a busy computer is not the subject. */
async function outcomeOf({ organizationId, shopId }: { organizationId: string; shopId: string }, isFirst: boolean) {
  try {
    await withShopToken({ organizationId }, shopId, async (shop) => isFirst && getShopInfo(shop))
    return 'ok'
  } catch (error) {
    if (error instanceof UserError) return error.code
    return error instanceof ShopeeError ? `${error.kind}:${error.code}` : String(error)
  }
}

async function run(order: Order): Promise<unknown> {
  if (order.kind === 'call')
    return Promise.all(Array.from({ length: order.callers }, (_, index) => outcomeOf(order, index === 0)))
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
