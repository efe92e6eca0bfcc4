import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { unmovedChannels } from '@/lib/sales/orders/channels'
import type { ChosenArrangement, RunProblem } from '@/lib/sales/dispatch/schema'
import { suggested, suggestedMethod } from '@/lib/sales/dispatch/suggest-arrangement'
import { withShopToken } from '../../shops/tokens'
import { bareCode } from '@/lib/shopee/error-codes'
import { ShopeeError } from '@/lib/shopee/errors'
import {
  getShippingParameter,
  shipOrder,
  updateShippingOrder,
  type Parcel,
  type ShippingChoices,
} from '@/lib/shopee/logistics'
import { getOrderDetails } from '@/lib/shopee/orders'
import { getPackageDetails } from '@/lib/shopee/packages'
import type { ShopeeOrder, ShopeePackage } from '@/lib/shopee/reshape-order'
import { chooseArrangement, type Chosen } from './choose-arrangement'
import {
  DispatchProblem,
  readLive,
  requireLive,
  reportProblems,
  type DispatchOrder,
  type Live,
  type PlatformOrder,
} from './dispatch-orders'
import { offered } from './shipping-choices'
import { syncActor } from '../streams/sync-shop'
import { workRun } from './work-run'

/** Orders whose shipment is arranged together. */
export const SHIP_CHUNK = 8

/**
 * Arranges the shipment of a run's orders. The platform is asked first how each order stands, so that one which a run before
 * this one, or somebody in the platform's own page, has arranged is only noted: no order is ever shipped twice.
 */
export const shipOrders = (actor: Actor, runId: string): Promise<void> =>
  workRun(actor, runId, {
    chunk: SHIP_CHUNK,
    changes: true,
    passes: [(orders, { input }) => arrangeOrders(actor, orders, input.arrangements)],
  })

/** As the seller chose for each shop and carrier; without a choice each parcel leaves by what still makes its deadline. */
export async function arrangeOrders(
  actor: Actor,
  orders: readonly DispatchOrder[],
  arrangements?: ChosenArrangement[],
): Promise<RunProblem[]> {
  const live = await readLive(actor, orders)
  const { timeZone } = await withOrganization(actor, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: actor.organizationId }, select: { timeZone: true } }),
  )
  return reportProblems(orders, (order) => shipOne(actor, order, live, { arrangements, timeZone }))
}

/** The seller's choice, if any. */
type ShipOptions = { arrangements?: ChosenArrangement[]; timeZone: string }

const untouched = ['LOGISTICS_NOT_START', 'LOGISTICS_READY', 'LOGISTICS_PENDING_ARRANGE']
const shippedStatuses = ['SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED', 'TO_RETURN']

async function shipOne(
  actor: Actor,
  order: PlatformOrder,
  known: Map<string, Live>,
  options: ShipOptions,
): Promise<void> {
  const live = requireLive(known, order)
  refuseUnready(live)
  for (const parcel of live.packages) await shipParcel(actor, order, live, parcel, options)
}

function refuseUnready({ status, isFulfilledByShopee }: ShopeeOrder): void {
  if (isFulfilledByShopee) throw new DispatchProblem('platformShips')
  if (status === 'CANCELLED') throw new DispatchProblem('cancelled')
  if (status === 'IN_CANCEL') throw new DispatchProblem('cancellationAsked')
  if (status === 'INVOICE_PENDING') throw new DispatchProblem('invoiceMissing')
  if (status === 'UNPAID' || status === 'PENDING') throw new DispatchProblem('unpaid')
  if (shippedStatuses.includes(status)) throw new DispatchProblem('alreadyShipped')
}

async function shipParcel(
  actor: Actor,
  order: PlatformOrder,
  live: ShopeeOrder,
  one: ShopeePackage,
  { arrangements, timeZone }: ShipOptions,
): Promise<void> {
  const { packageNumber, logisticsStatus } = one
  if (packageNumber === null) throw new DispatchProblem('notReady')
  const isRetry = logisticsStatus === 'LOGISTICS_PICKUP_RETRY'
  if (!isRetry && isMoved(logisticsStatus)) return noteArranged(actor, order, packageNumber, null)
  if (!isRetry && one.channelId !== null && unmovedChannels.includes(one.channelId))
    if (await isArrangedUnmoved(actor, order, packageNumber)) return noteArranged(actor, order, packageNumber, null)
  const wanted = arrangements?.find(
    ({ shopId, channelId, retry }) =>
      shopId === order.shopId && retry === isRetry && (channelId === null || channelId === one.channelId),
  )
  if (arrangements && !wanted) throw new DispatchProblem('choiceMissing')
  const parcel: Parcel = {
    orderSn: order.externalCode,
    packageNumber: live.isSplit || live.packages.length > 1 ? packageNumber : null,
  }
  const { data: choices } = await withShopToken(actor, order.shopId, (shop) => getShippingParameter(shop, parcel))
  const chosen = chooseArrangement(
    wanted ?? byDeadline(order, { choices, channelId: one.channelId, retry: isRetry, timeZone }),
    choices,
    order.externalCode,
  )
  if (isRetry) await arrangeAgain(actor, order, parcel, chosen)
  else await arrange(actor, order, parcel, packageNumber, chosen)
  await noteArranged(actor, order, packageNumber, chosen)
}

type Offered = { choices: ShippingChoices; channelId: string | null; retry: boolean; timeZone: string }

/** Pickup where a slot still makes the deadline, else handing it over oneself where the platform takes that. */
function byDeadline({ shopId, shipBy }: PlatformOrder, { choices, channelId, retry, timeZone }: Offered) {
  const group = {
    ...offered(choices, { channelId, retry }, timeZone),
    shopId,
    channelId,
    retry,
    shipByDay: shipBy && localDay(shipBy, timeZone),
  }
  if (group.methods.length === 0) throw new DispatchProblem('methodRefused')
  return suggested(group, suggestedMethod(group))
}

/**
 * The state of channels whose orders stay "ready to ship" after the arrangement shows nothing: the parcel's own mark
 * does.
 */
async function isArrangedUnmoved(actor: Actor, order: PlatformOrder, number: string): Promise<boolean> {
  const known = order.packages.find((one) => one.number === number)
  if (known?.arrangedAt) return true
  const { read } = await withShopToken(actor, order.shopId, (shop) => getPackageDetails(shop, [number]))
  const now = read.find(({ data }) => data.packageNumber === number)?.data
  return now !== undefined && (now.isShipmentArranged || isMoved(now.fulfillmentStatus))
}

const isMoved = (status: string | null | undefined) =>
  status !== undefined && status !== null && !untouched.includes(status)

/** A call whose outcome is not known, or that the platform has seen before, is settled by how the order stands now. */
async function arrange(actor: Actor, order: PlatformOrder, parcel: Parcel, number: string, chosen: Chosen) {
  try {
    await withShopToken(actor, order.shopId, (shop) => shipOrder(shop, parcel, chosen.arrangement))
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error
    const isDoubtful = error.kind === 'outcomeUnknown' || bareCode(error.code) === 'package_already_shipped'
    if (!isDoubtful) throw error
    if (!(await isArranged(actor, order, number))) throw error
  }
}

async function isArranged(actor: Actor, order: PlatformOrder, number: string): Promise<boolean> {
  const { read } = await withShopToken(actor, order.shopId, (shop) => getOrderDetails(shop, [order.externalCode]))
  const now = read[0]?.data.packages.find((one) => one.packageNumber === number)
  if (now?.channelId && unmovedChannels.includes(now.channelId)) return isArrangedUnmoved(actor, order, number)
  return isMoved(now?.logisticsStatus)
}

/** After a pickup that failed only another pickup can be asked for. */
async function arrangeAgain(
  actor: Actor,
  order: PlatformOrder,
  parcel: Parcel,
  { arrangement }: Chosen,
): Promise<void> {
  if (arrangement.method !== 'pickup') throw new DispatchProblem('methodRefused')
  const { addressId, pickupTimeId } = arrangement
  if (!pickupTimeId) throw new DispatchProblem('slotGone')
  await withShopToken(actor, order.shopId, (shop) => updateShippingOrder(shop, parcel, { addressId, pickupTimeId }))
}

/** `chosen` is null where somebody else arranged it. */
async function noteArranged(actor: Actor, order: PlatformOrder, number: string, chosen: Chosen | null): Promise<void> {
  const { organizationId } = actor
  const at = new Date()
  await withOrganization(actor, async (db) => {
    const where = { organizationId, orderId: order.id, number }
    if (!chosen) {
      const { count } = await db.package.updateMany({
        where: { ...where, arrangedAt: null },
        data: { arrangedAt: at, version: { increment: 1 } },
      })
      if (count > 0) await recordArranged(db, syncActor(organizationId), order.id, { package: number })
      return
    }
    const { method, pickupAt } = chosen
    await db.package.updateMany({
      where,
      data: {
        arrangedAt: at,
        method,
        pickupAt,
        platformStatus: 'LOGISTICS_REQUEST_CREATED',
        version: { increment: 1 },
      },
    })
    await recordArranged(db, actor, order.id, { package: number, method, pickupAt })
  })
}

const recordArranged = (db: Db, actor: Actor, orderId: string, after: Record<string, unknown>) =>
  recordAudit(db, actor, { event: 'order.shipmentArranged', subjectId: orderId, after })
