import { addressShape } from './order-schemas'
import { fields, key, maybe, readable, requiredId, text, time, wordList, words } from './lenient'

const timeSlot = fields({ date: time, time_text: text, pickup_time_id: key, flags: wordList })
const pickupAddress = fields({
  address_id: requiredId,
  ...addressShape,
  address: text,
  address_flag: wordList,
  time_slot_list: readable(timeSlot),
})
const branch = fields({ branch_id: requiredId, state: text, city: text, district: text, address: text, zipcode: text })

/** A method whose key is there may be used; what it needs stands in its list, which may be empty. */
export const shippingParameter = fields({
  dropoff: maybe(
    fields({ branch_list: readable(branch), slug_list: readable(fields({ slug: key, slug_name: words })) }),
  ),
  pickup: maybe(fields({ address_list: readable(pickupAddress) })),
})
export type ShippingParameter = (typeof shippingParameter)['_output']

export const trackingNumber = fields({
  tracking_number: text,
  first_mile_tracking_number: text,
  last_mile_tracking_number: text,
  plp_number: text,
  pickup_code: text,
  hint: text,
})

export const documentResult = fields({
  order_sn: key,
  package_number: text,
  status: text,
  suggest_shipping_document_type: text,
  selectable_shipping_document_type: wordList,
  fail_error: text,
  fail_message: text,
})
export type DocumentResult = (typeof documentResult)['_output']
