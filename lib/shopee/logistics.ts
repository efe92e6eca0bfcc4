import type { Answer, ShopCaller } from './app'
import { isRecord } from './envelope'
import { shippingParameter, trackingNumber, type ShippingParameter } from './logistics-schemas'
import { read } from './reading'
import { callShopee } from './transport'

export type Parcel = { orderSn: string; packageNumber?: string | null }

/** An empty package number is refused; it is left out where the order is not split. */
export const parcelFields = ({ orderSn, packageNumber }: Parcel) => ({
  order_sn: orderSn,
  ...(packageNumber && { package_number: packageNumber }),
})

export const shipMethods = ['pickup', 'dropoff', 'non_integrated'] as const
export type ShipMethod = (typeof shipMethods)[number]
/** The fields that each allowed method needs: [] for one that needs none. */
export type NeededInfo = Partial<Record<ShipMethod, string[]>>

const wordsOf = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

function neededOf(response: unknown): NeededInfo {
  const needed = isRecord(response) && isRecord(response.info_needed) ? response.info_needed : {}
  // Null says as little as absence: only a list allows the method.
  return Object.fromEntries(
    shipMethods.flatMap((method) => (Array.isArray(needed[method]) ? [[method, wordsOf(needed[method])]] : [])),
  )
}

const reshapeParameter = (needed: NeededInfo) => (parameter: ShippingParameter) => ({
  needed,
  pickupAddresses: (parameter.pickup?.address_list ?? []).map((result) => ({
    addressId: result.address_id,
    line: result.address,
    district: result.district,
    city: result.city,
    state: result.state,
    zipCode: result.zipcode,
    isDefault: result.address_flag.includes('default_address') || result.address_flag.includes('pickup_address'),
    slots: result.time_slot_list.map((slot) => ({
      pickupTimeId: slot.pickup_time_id,
      date: slot.date,
      label: slot.time_text,
      isRecommended: slot.flags.includes('recommended'),
    })),
  })),
  branches: (parameter.dropoff?.branch_list ?? []).map((branch) => ({
    branchId: branch.branch_id,
    line: branch.address,
    city: branch.city,
    state: branch.state,
    zipCode: branch.zipcode,
  })),
  slugs: (parameter.dropoff?.slug_list ?? []).map(({ slug, slug_name: name }) => ({ slug, name })),
})
export type ShippingChoices = ReturnType<ReturnType<typeof reshapeParameter>>

/** How a parcel may be shipped. */
export async function getShippingParameter(shop: ShopCaller, parcel: Parcel): Promise<Answer<ShippingChoices>> {
  const path = '/api/v2/logistics/get_shipping_parameter'
  const { response } = await callShopee(shop, { path, repeatable: true, query: parcelFields(parcel) })
  return read(path, shippingParameter, response, reshapeParameter(neededOf(response)))
}

export type Arrangement =
  | { method: 'pickup'; addressId: string; pickupTimeId?: string }
  | { method: 'dropoff'; branchId?: string; senderName?: string; slug?: string; trackingNumber?: string }
  | { method: 'non_integrated'; trackingNumber: string }

function arrangementFields(arrangement: Arrangement): Record<string, unknown> {
  if (arrangement.method === 'pickup') {
    const { addressId, pickupTimeId } = arrangement
    return { pickup: { address_id: BigInt(addressId), ...(pickupTimeId && { pickup_time_id: pickupTimeId }) } }
  }
  if (arrangement.method === 'non_integrated')
    return { non_integrated: { tracking_number: arrangement.trackingNumber } }
  const { branchId, senderName, slug, trackingNumber } = arrangement
  return {
    dropoff: {
      ...(branchId && { branch_id: BigInt(branchId) }),
      ...(senderName && { sender_real_name: senderName }),
      ...(slug && { slug }),
      ...(trackingNumber && { tracking_number: trackingNumber }),
    },
  }
}

/** Arranges the shipment. Never repeated by itself: after outcomeUnknown read the order first. */
export async function shipOrder(shop: ShopCaller, parcel: Parcel, arrangement: Arrangement): Promise<void> {
  await callShopee(shop, {
    path: '/api/v2/logistics/ship_order',
    repeatable: false,
    body: { ...parcelFields(parcel), ...arrangementFields(arrangement) },
  })
}

/** Asks for another pickup after one that failed (RETRY_SHIP). */
export async function updateShippingOrder(
  shop: ShopCaller,
  parcel: Parcel,
  pickup: { addressId: string; pickupTimeId: string },
): Promise<void> {
  const { addressId, pickupTimeId } = pickup
  await callShopee(shop, {
    path: '/api/v2/logistics/update_shipping_order',
    repeatable: false,
    body: { ...parcelFields(parcel), pickup: { address_id: BigInt(addressId), pickup_time_id: pickupTimeId } },
  })
}

export type Tracking = { trackingNumber: string | null; hint: string | null; pickupCode: string | null }

/** Null while the carrier has not given one: ask again in some minutes, or wait for the push. */
export async function getTrackingNumber(shop: ShopCaller, parcel: Parcel): Promise<Answer<Tracking>> {
  const path = '/api/v2/logistics/get_tracking_number'
  const { response } = await callShopee(shop, { path, repeatable: true, query: parcelFields(parcel) })
  return read(path, trackingNumber, response, (result) => ({
    trackingNumber: result.tracking_number,
    hint: result.hint,
    pickupCode: result.pickup_code,
  }))
}
