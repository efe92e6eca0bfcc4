import type { ShopCaller } from './app'
import { packagePage } from './order-schemas'
import { cursorAfter, type Page } from './orders'
import { read } from './reading'
import { callShopee } from './transport'

export type PackageSearch = {
  /** As the platform numbers them: 0 all, 1 pending, 2 to process, 3 processed. */
  packageStatus?: 0 | 1 | 2 | 3
  isInvoicePending?: boolean
  channelIds?: readonly string[]
  cursor?: string | null
  pageSize?: number
}

const reshapeFound = (found: (typeof packagePage)['_output']['packages_list'][number]) => ({
  orderSn: found.order_sn,
  packageNumber: found.package_number,
  channelId: found.logistics_channel_id,
  locationId: found.product_location_id,
  sortingGroup: found.sorting_group,
  isShipmentArranged: found.is_shipment_arranged,
})
export type FoundPackage = ReturnType<typeof reshapeFound>

/** One page of packages to ship. */
export async function searchPackages(shop: ShopCaller, search: PackageSearch): Promise<Page<FoundPackage>> {
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
    data: data.packages_list.map(reshapeFound),
    raw,
    nextCursor: cursorAfter(path, next?.more ?? false, next?.next_cursor ?? null),
  }
}
