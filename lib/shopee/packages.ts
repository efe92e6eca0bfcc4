import type { Readings, ShopCaller } from './app'
import { packageDetail, packagePage } from './order-schemas'
import { cursorAfter, elementsOf, type Page } from './orders'
import { read, readEach } from './reading'
import { callShopee } from './transport'

export type PackageSearch = {
  /** As the platform numbers them: 0 all, 1 pending, 2 to process, 3 processed. */
  packageStatus?: 0 | 1 | 2 | 3
  isInvoicePending?: boolean
  channelIds?: readonly string[]
  cursor?: string | null
  pageSize?: number
}

const reshapePackage = (result: (typeof packagePage)['_output']['packages_list'][number]) => ({
  orderSn: result.order_sn,
  packageNumber: result.package_number,
  channelId: result.logistics_channel_id,
  locationId: result.product_location_id,
  sortingGroup: result.sorting_group,
  isShipmentArranged: result.is_shipment_arranged,
})
export type PlatformPackage = ReturnType<typeof reshapePackage>

/** One page of packages to ship. */
export async function searchPackages(shop: ShopCaller, search: PackageSearch): Promise<Page<PlatformPackage>> {
  const path = '/api/v2/order/search_package_list'
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    body: {
      filter: {
        ...(search.packageStatus !== undefined && { package_status: search.packageStatus }),
        ...(search.isInvoicePending !== undefined && { invoice_pending: search.isInvoicePending }),
        ...(search.channelIds && { logistics_channel_ids: search.channelIds.map(BigInt) }),
      },
      pagination: { page_size: search.pageSize ?? 100, cursor: search.cursor ?? '' },
    },
  })
  const { data, raw } = read(path, packagePage, response)
  const next = data.pagination
  return {
    data: data.packages_list.map(reshapePackage),
    raw,
    nextCursor: cursorAfter(path, next?.more ?? false, next?.next_cursor ?? null),
  }
}

export const PACKAGE_DETAILS_AT_ONCE = 50
const DAY_MS = 86_400_000
/** Tags of urgency, as get_package_detail describes them. */
const CANCELLED_WITHIN_A_DAY = 1
const CANCELLED_AT = 5

const reshapeDetail = (result: (typeof packageDetail)['_output']) => ({
  orderSn: result.order_sn,
  packageNumber: result.package_number,
  channelId: result.logistics_channel_id,
  fulfillmentStatus: result.fulfillment_status,
  /** Counts where the state is still "ready": it alone distinguishes channels whose orders do not move on. */
  isShipmentArranged: result.is_shipment_arranged,
  /** 'valid' or 'pending', where an invoice is asked for. */
  invoice: result.invoice_pending && {
    status: result.invoice_pending.status,
    pendingReason: result.invoice_pending.pending_reason,
  },
  urgency: result.status_info_tag && { tag: result.status_info_tag.tag_id, at: result.status_info_tag.timestamp },
})
export type PackageDetail = ReturnType<typeof reshapeDetail>

/** Up to 50 packages. Those that the platform does not know are not among them. */
export async function getPackageDetails(
  shop: ShopCaller,
  numbers: readonly string[],
): Promise<Readings<PackageDetail>> {
  const { response } = await callShopee(shop, {
    path: '/api/v2/order/get_package_detail',
    repeatable: true,
    query: { package_number_list: numbers },
  })
  return readEach(packageDetail, elementsOf(response, 'package_list'), reshapeDetail)
}

/** When the platform will cancel it by itself: as it says, or the end of the day that it names; null where it says nothing. */
export function cancelsAt({ urgency }: Pick<PackageDetail, 'urgency'>, now: Date): Date | null {
  if (urgency?.tag === CANCELLED_AT) return urgency.at
  return urgency?.tag === CANCELLED_WITHIN_A_DAY ? new Date(now.getTime() + DAY_MS) : null
}
