import 'server-only'
import type { Actor } from '@/lib/core/db'
import { readLabelFile, type LabelFile } from '@/lib/sales/dispatch/label-form'
import type { RunProblemCode } from '@/lib/sales/dispatch/schema'
import { withShopToken } from '../../shops/tokens'
import type { Readings, ShopCaller } from '@/lib/shopee/app'
import { bareCode } from '@/lib/shopee/error-codes'
import { ShopeeError } from '@/lib/shopee/errors'
import type { Parcel } from '@/lib/shopee/logistics'
import { downloadShippingDocument, type DocumentRequest, type DocumentState } from '@/lib/shopee/shipping-documents'
import { DispatchProblem, type PlatformOrder } from './dispatch-orders'
import { pauses } from './pauses'

export type Wanted = {
  order: PlatformOrder
  packageId: string
  parcel: Parcel
  trackingNumber: string
  /** The platform was asked for it before, and may have made it meanwhile. */
  wasRequested: boolean
  documentType?: string
}

const isOf = (state: DocumentState, { parcel }: Wanted) =>
  state.orderSn === parcel.orderSn && (parcel.packageNumber === null || state.packageNumber === parcel.packageNumber)

/** The refusals that have words of ours, by the platform's code. */
const refusals: Partial<Record<string, RunProblemCode>> = {
  package_can_not_print: 'labelNotNow',
  shipping_document_should_print_first: 'labelNotNow',
  package_print_failed: 'labelNotNow',
  order_status_error: 'labelOrderState',
  tracking_number_invalid: 'labelTracking',
  invalid_address_version: 'labelAddress',
  can_not_print_combine_order: 'labelElsewhere',
  can_not_print_jit_order: 'labelElsewhere',
  error_booking_order: 'labelElsewhere',
  package_number_not_found: 'labelUnknownPackage',
  package_number_not_exist: 'labelUnknownPackage',
  order_not_exist: 'labelUnknownPackage',
}

export function refusalOf(state: DocumentState | undefined): DispatchProblem | null {
  if (!state?.failure) return null
  const { code, text } = state.failure
  return new DispatchProblem(refusals[bareCode(code)] ?? 'labelRefused', text || code)
}

const requestOf = ({ parcel, trackingNumber, documentType }: Wanted) => ({ ...parcel, trackingNumber, documentType })

type FetchDocuments = (shop: ShopCaller, requests: DocumentRequest[]) => Promise<Readings<DocumentState>>
export type Answered = { one: Wanted; state?: DocumentState; error?: unknown }

/**
 * The platform's answer for each. Where it refuses the call as a whole, or each of many in it, they are requested one
 * by one: one order that it cannot print makes it refuse the others of the call.
 */
export async function fetchEach(
  actor: Actor,
  shopId: string,
  wanted: Wanted[],
  fetchDocuments: FetchDocuments,
): Promise<Answered[]> {
  const call = async (some: Wanted[]): Promise<Answered[]> => {
    const { read } = await withShopToken(actor, shopId, (shop) => fetchDocuments(shop, some.map(requestOf)))
    return some.map((one) => ({ one, state: read.find(({ data }) => isOf(data, one))?.data }))
  }
  const callOrReport = (some: Wanted[]) =>
    call(some).catch((error: unknown): Answered[] => {
      if (!(error instanceof ShopeeError) || !OF_ORDERS.includes(error.kind)) throw error
      return some.map((one) => ({ one, error }))
    })
  const together = await callOrReport(wanted)
  const isRefused = together.every(({ state, error }) => error !== undefined || refusalOf(state) !== null)
  if (wanted.length <= 1 || !isRefused) return together
  const alone: Answered[] = []
  for (const one of wanted) alone.push(...(await callOrReport([one])))
  return alone
}

/** Refusals of a request, not of the shop. */
const OF_ORDERS: readonly string[] = ['notFound', 'invalidInput', 'businessRefused', 'notReady']

/** At the platform's busiest hours the first file of a finished label is empty or cut off. */
const DOWNLOADS = 3
const DOWNLOAD_PAUSE_MS = 300

export async function downloadLabel(actor: Actor, { order, parcel, documentType }: Wanted): Promise<LabelFile> {
  let isEmpty = false
  for (let time = 1; time <= DOWNLOADS; time += 1) {
    const { bytes } = await withShopToken(actor, order.shopId, (shop) =>
      downloadShippingDocument(shop, [parcel], documentType),
    )
    const label = await readLabelFile(bytes)
    if (label) return label
    isEmpty = bytes.length === 0
    if (time < DOWNLOADS) await pauses.wait(DOWNLOAD_PAUSE_MS)
  }
  throw new DispatchProblem(isEmpty ? 'labelNotReady' : 'labelUnreadable')
}
