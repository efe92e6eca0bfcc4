import type { Endpoint } from './gateway'
import { itemEndpoints } from './items/item-endpoints'
import { paymentEndpoints } from './payment/payment-endpoints'
import { pushEndpoints } from './push-endpoints'
import { shopEndpoints } from './shop-endpoints'
import { tokenEndpoints } from './token-endpoints'

/** Each module of the platform brings one list. */
export const endpoints: Endpoint[] = [
  ...tokenEndpoints,
  ...shopEndpoints,
  ...pushEndpoints,
  ...itemEndpoints,
  ...paymentEndpoints,
]
