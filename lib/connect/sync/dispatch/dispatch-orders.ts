import 'server-only'
import type { Db, Scope } from '@/lib/core/db'
import type { RunProblem, RunProblemCode } from '@/lib/sales/dispatch/schema'
import { UserError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { withShopToken } from '../../shops/tokens'
import { bareCode } from '@/lib/shopee/error-codes'
import { ShopeeError } from '@/lib/shopee/errors'
import { getOrderDetails } from '@/lib/shopee/orders'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'

const dispatchFields = {
  id: true,
  code: true,
  externalCode: true,
  shopId: true,
  status: true,
  platform: true,
  platformStatus: true,
  fulfilledByPlatform: true,
  cancellationAsked: true,
  invoiceState: true,
  invoiceReason: true,
  shipBy: true,
  buyerErasedAt: true,
  buyer: { select: { name: true, address: true } },
  packages: {
    select: {
      id: true,
      number: true,
      channelId: true,
      trackingNumber: true,
      arrangedAt: true,
      labelState: true,
      labelFileId: true,
      printedAt: true,
    },
    orderBy: { number: 'asc' },
  },
} as const satisfies Prisma.OrderSelect

export type DispatchOrder = Prisma.OrderGetPayload<{ select: typeof dispatchFields }>
export type PlatformOrder = DispatchOrder & { shopId: string; externalCode: string }

/** In the order of the ids; what is not the organization's is not among them. */
export async function findDispatchOrders(db: Db, organizationId: string, ids: string[]): Promise<DispatchOrder[]> {
  const orders = await db.order.findMany({ where: { organizationId, id: { in: ids } }, select: dispatchFields })
  const byId = new Map(orders.map((order) => [order.id, order]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const isOnPlatform = (order: DispatchOrder): order is PlatformOrder =>
  order.platform === 'shopee' && order.shopId !== null && order.externalCode !== null

export class DispatchProblem extends Error {
  constructor(
    readonly problem: RunProblemCode,
    readonly text: string | null = null,
  ) {
    super(problem)
    this.name = 'DispatchProblem'
  }
}

/** The seller's message; a failure that is not the platform's is thrown on. */
export function problemOf(error: unknown): { errorCode: RunProblemCode; text: string | null } {
  if (error instanceof DispatchProblem) return { errorCode: error.problem, text: error.text }
  if (error instanceof UserError && (error.code === 'shopNotConnected' || error.code === 'shopGrantExpired'))
    return { errorCode: 'shopNotConnected', text: null }
  if (!(error instanceof ShopeeError)) throw error
  const text = error.text.slice(0, 300) || null
  if (bareCode(error.code) === 'lack_of_invoice_data') return { errorCode: 'invoiceMissing', text }
  if (error.kind === 'outcomeUnknown') return { errorCode: 'unknownOutcome', text: null }
  if (error.kind === 'tokenDead' || error.kind === 'grantDead') return { errorCode: 'shopNotConnected', text: null }
  if (error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil') return { errorCode: 'unavailable', text }
  return { errorCode: 'refused', text: text ?? error.code }
}

export const toProblem = (order: DispatchOrder, error: unknown): RunProblem => ({
  code: order.externalCode ?? order.code,
  subject: order.id,
  ...problemOf(error),
})

/** Runs the work of each order; one that fails does not keep the others from going on. */
export async function reportProblems(
  orders: readonly DispatchOrder[],
  work: (order: PlatformOrder) => Promise<void>,
): Promise<RunProblem[]> {
  const outcomes = await Promise.all(
    orders.map(async (order): Promise<RunProblem | null> => {
      try {
        if (!isOnPlatform(order)) throw new DispatchProblem('shopNotConnected')
        await work(order)
        return null
      } catch (error) {
        return toProblem(order, error)
      }
    }),
  )
  return outcomes.filter((problem) => problem !== null)
}

export type Live = { order: ShopeeOrder } | { error: unknown }

/** The platform's present data of these orders, by code; an unreachable shop is a problem of each of its orders. */
export async function readLive(scope: Scope, orders: readonly DispatchOrder[]): Promise<Map<string, Live>> {
  const live = new Map<string, Live>()
  const shops = new Map<string, string[]>()
  for (const order of orders)
    if (isOnPlatform(order)) shops.set(order.shopId, [...(shops.get(order.shopId) ?? []), order.externalCode])
  for (const [shopId, codes] of shops) {
    try {
      const { read } = await withShopToken(scope, shopId, (shop) => getOrderDetails(shop, codes))
      for (const { data } of read) live.set(data.orderSn, { order: data })
    } catch (error) {
      problemOf(error)
      for (const code of codes) live.set(code, { error })
    }
  }
  return live
}

/** An order that the answer leaves out may be in the next one. */
export function requireLive(live: Map<string, Live>, { externalCode }: PlatformOrder): ShopeeOrder {
  const entry = live.get(externalCode)
  if (!entry) throw new DispatchProblem('unavailable')
  if ('error' in entry) throw entry.error
  return entry.order
}
