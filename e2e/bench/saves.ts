import { readActionIds } from './product'

const LANES = 10
/** A run saves twice this number by actions, which stays below the product's limit of actions a minute. */
const ORDERS = 250

export type Saves = { perSecond: number; saved: number; refused: number }

/** A fixed number, ten at once. */
async function repeat(save: () => Promise<boolean>): Promise<Saves> {
  const since = performance.now()
  let [saved, refused, left] = [0, 0, ORDERS]
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (left > 0) {
        left -= 1
        if (await save()) saved += 1
        else refused += 1
      }
    }),
  )
  return { perSecond: Math.round((saved / (performance.now() - since)) * 10_000) / 10, saved, refused }
}

type Seller = { organizationId: string; userId: string; address: string; cookie: string; channelId: string }

/** Orders of two lines: through the whole stack as the browser saves them, and by the same function through Prisma alone. */
export async function measureSaves(seller: Seller, pick: () => [string, string]) {
  const { placeOrder } = await import('../../lib/sales/orders/place-order')
  const { newId } = await import('../../lib/core/ids')
  const action = readActionIds('.next').get('placeOrderAction')!
  const { organizationId, userId, address, cookie, channelId } = seller
  const inputOf = (products: string[]) => ({
    channelId,
    status: 'pending' as const,
    customerName: null,
    note: null,
    seenTotalCents: null,
    lines: products.map((productId) => ({ productId, quantity: 1 })),
  })
  const whole = await repeat(async () => {
    const answer = await fetch(`${address}/dashboard/orders`, {
      method: 'POST',
      headers: {
        accept: 'text/x-component',
        'content-type': 'text/plain;charset=UTF-8',
        origin: address,
        'next-action': action,
        cookie,
      },
      body: JSON.stringify([{ organizationId, idempotencyKey: newId() }, inputOf(pick())]),
    })
    return (await answer.text()).includes('"ok":true')
  })
  const alone = await repeat(async () => {
    const key = newId()
    const request = { route: 'bench', key, bodyHash: Buffer.from(key) }
    const actor = { organizationId, userId, role: 'owner' as const, kind: 'person' as const, request }
    return placeOrder(actor, inputOf(pick())).then(
      () => true,
      () => false,
    )
  })
  return { whole, alone, ratio: Math.round((whole.perSecond / alone.perSecond) * 100) / 100 }
}
