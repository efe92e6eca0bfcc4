import type { ChosenArrangement, ShipMethod } from '@/lib/sales/dispatch/schema'
import type { Arrangement, ShippingChoices } from '@/lib/shopee/logistics'
import { DispatchProblem } from './dispatch-orders'

export type Chosen = { arrangement: Arrangement; method: ShipMethod; pickupAt: Date | null }

type Wanted = Pick<ChosenArrangement, 'method' | 'addressId' | 'pickupTimeId' | 'branchId'>

/** The call for a parcel, from the seller's choice and the platform's offer for this parcel. */
export function chooseArrangement(wanted: Wanted, choices: ShippingChoices, orderCode: string): Chosen {
  switch (wanted.method) {
    case 'pickup':
      return choosePickup(wanted, choices)
    case 'dropoff':
      return { ...chooseDropoff(wanted, choices), method: 'dropoff' }
    case 'direct':
      // The seller's own delivery is known by a number of the seller's: the order's code, so that it is the same each time.
      if (choices.needed.non_integrated)
        return {
          arrangement: { method: 'non_integrated', trackingNumber: orderCode },
          method: 'direct',
          pickupAt: null,
        }
      return { ...chooseDropoff(wanted, choices), method: 'direct' }
  }
}

function choosePickup({ addressId, pickupTimeId }: Wanted, { needed, pickupAddresses }: ShippingChoices): Chosen {
  if (!needed.pickup) throw new DispatchProblem('methodRefused')
  const address = pickupAddresses.find((one) => one.addressId === addressId)
  if (!address) throw new DispatchProblem('choiceMissing')
  const slot = address.slots.find((one) => one.pickupTimeId === pickupTimeId)
  if (!slot && (pickupTimeId !== null || needed.pickup.includes('pickup_time_id')))
    throw new DispatchProblem('slotGone')
  return {
    arrangement: {
      method: 'pickup',
      addressId: address.addressId,
      ...(slot && { pickupTimeId: slot.pickupTimeId }),
    },
    method: 'pickup',
    pickupAt: slot?.date ?? null,
  }
}

function chooseDropoff({ branchId }: Wanted, { needed, branches, slugs }: ShippingChoices) {
  const fields = needed.dropoff
  if (!fields) throw new DispatchProblem('methodRefused')
  const branch = branches.find((one) => one.branchId === branchId)
  if (fields.includes('branch_id') && !branch) throw new DispatchProblem('choiceMissing')
  // Names and numbers of the sender's own are asked for in other countries only.
  if (fields.includes('sender_real_name') || fields.includes('tracking_no')) throw new DispatchProblem('methodRefused')
  const slug = fields.includes('slug') ? slugs[0]?.slug : undefined
  const arrangement: Arrangement = {
    method: 'dropoff',
    ...(branch && fields.includes('branch_id') && { branchId: branch.branchId }),
    ...(slug && { slug }),
  }
  return { arrangement, pickupAt: null }
}
