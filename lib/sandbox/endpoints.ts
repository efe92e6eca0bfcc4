import type { Endpoint } from './gateway'
import { healthEndpoints } from './health/health-endpoints'
import { invoiceEndpoints } from './invoices/invoice-endpoints'
import { itemEndpoints } from './items/item-endpoints'
import { documentEndpoints } from './logistics/document-endpoints'
import { shippingEndpoints } from './logistics/shipping-endpoints'
import { trackingEndpoints } from './logistics/tracking-endpoints'
import { orderEndpoints } from './orders/order-endpoints'
import { paymentEndpoints } from './payment/payment-endpoints'
import { webhookEndpoints } from './webhook-endpoints'
import { returnEndpoints } from './returns/return-endpoints'
import { shopEndpoints } from './shop-endpoints'
import { tokenEndpoints } from './token-endpoints'

/** Each module of the platform brings one list. */
export const endpoints: Endpoint[] = [
  ...tokenEndpoints,
  ...shopEndpoints,
  ...webhookEndpoints,
  ...itemEndpoints,
  ...orderEndpoints,
  ...invoiceEndpoints,
  ...shippingEndpoints,
  ...trackingEndpoints,
  ...documentEndpoints,
  ...returnEndpoints,
  ...paymentEndpoints,
  ...healthEndpoints,
]
