import type { AdminSection } from './admin-section'
import { coreAdmin } from './core-admin'
import { healthAdmin } from './health/health-admin'
import { historyAdmin } from './history/history-admin'
import { itemsAdmin } from './items/items-admin'
import { moneyAdmin } from './payment/money-admin'
import { orderAdmin } from './orders/order-admin'
import { platformAdmin } from './platform-admin'
import { returnAdmin } from './returns/return-admin'

/** Each module of the platform may bring a section with its buttons. */
export const adminSections: AdminSection[] = [
  coreAdmin,
  orderAdmin,
  returnAdmin,
  platformAdmin,
  itemsAdmin,
  moneyAdmin,
  historyAdmin,
  healthAdmin,
]
