import type { ChoiceGroup, PickupSlot } from '@/lib/connect/sync/dispatch/shipping-choices'
import type { ChosenArrangement } from './schema'

type Group = Pick<ChoiceGroup, 'shipByDay'>
/** The platform's offer, and the day by which the orders have to leave. */
export type Offer = Pick<
  ChoiceGroup,
  'shopId' | 'channelId' | 'retry' | 'shipByDay' | 'methods' | 'addresses' | 'branches'
>

/** Whether the carrier would come only after one of the orders has to have left. */
export const isTooLate = ({ shipByDay }: Group, slot: Pick<PickupSlot, 'day'> | undefined): boolean =>
  shipByDay !== null && Boolean(slot?.day && slot.day > shipByDay)

/** The recommended slot, unless it is too late and another one is not. */
function slotOf(group: Group, slots: readonly PickupSlot[]): PickupSlot | undefined {
  const recommended = slots.find(({ isRecommended }) => isRecommended) ?? slots[0]
  return isTooLate(group, recommended) ? (slots.find((slot) => !isTooLate(group, slot)) ?? recommended) : recommended
}

/** The default address, unless no pickup comes there in time and one does at another. */
function addressOf(group: Pick<Offer, 'shipByDay' | 'addresses'>): Offer['addresses'][number] | undefined {
  const usual = group.addresses.find(({ isDefault }) => isDefault) ?? group.addresses[0]
  const comesInTime = (address: typeof usual) => address?.slots.some((slot) => !isTooLate(group, slot))
  return comesInTime(usual) ? usual : (group.addresses.find(comesInTime) ?? usual)
}

/** The default choice for a method until a person chooses otherwise. */
export function suggested(group: Offer, method: ChosenArrangement['method']): ChosenArrangement {
  const address = addressOf(group)
  const isPickup = method === 'pickup'
  return {
    shopId: group.shopId,
    channelId: group.channelId,
    retry: group.retry,
    method,
    addressId: isPickup ? (address?.id ?? null) : null,
    pickupTimeId: isPickup ? (slotOf(group, address?.slots ?? [])?.id ?? null) : null,
    branchId: method === 'dropoff' ? (group.branches[0]?.id ?? null) : null,
  }
}

/** The platform's first method; handing it over oneself where every pickup would come too late. */
export function suggestedMethod(
  group: Pick<Offer, 'shipByDay' | 'methods' | 'addresses'>,
): ChosenArrangement['method'] {
  const [first] = group.methods
  const slots = group.addresses.flatMap((address) => address.slots)
  const comesLate = first === 'pickup' && slots.length > 0 && slots.every((slot) => isTooLate(group, slot))
  return comesLate && group.methods.includes('dropoff') ? 'dropoff' : first!
}
