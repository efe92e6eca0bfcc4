import 'server-only'
import { raised } from '@/lib/core/database/database-errors'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError, type ErrorCode } from '@/lib/core/errors'

const REFUSALS: Record<string, ErrorCode> = {
  order_not_found: 'notFound',
  key_reused: 'keyReused',
  prices_changed: 'orderPricesChanged',
  channel_not_found: 'notFound',
  line_not_found: 'notFound',
  stale_version: 'staleVersion',
  order_not_manual: 'orderNotManual',
  order_left: 'orderLeft',
  day_refused: 'orderDayRefused',
  transition_refused: 'orderTransitionRefused',
  product_not_found: 'skuNotFound',
  nothing_away: 'orderNothingAway',
  amount_too_large: 'moneyTooLarge',
  return_incomplete: 'returnIncomplete',
}

type Short = { product: string; available: number }

/** The database's errors about an order, in the user's words; any other goes on as it came. */
export async function refuseOrder(
  actor: Actor,
  error: unknown,
  insufficient: 'insufficientStock' | 'insufficientStockMore' = 'insufficientStock',
): Promise<never> {
  const reason = raised(error)
  if (reason?.name === 'insufficient_stock') {
    const { product, available } = JSON.parse(reason.detail ?? '{}') as Short
    throw new UserError(insufficient, { values: { sku: await skuOf(actor, product), available } })
  }
  if (reason?.name === 'price_missing')
    throw new UserError('priceMissing', { values: { sku: await skuOf(actor, reason.detail ?? '') } })
  if (reason?.name === 'discount_too_large')
    throw new UserError('invalidInput', { fields: { discountCents: ['orders.fields.discountTooLarge'] } })
  const code = REFUSALS[reason?.name ?? '']
  throw code ? new UserError(code) : error
}

const skuOf = (actor: Actor, productId: string) =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const product = await db.product.findUnique({
      where: { organizationId_id: { organizationId, id: productId } },
      select: { sku: true },
    })
    return product?.sku ?? ''
  })
