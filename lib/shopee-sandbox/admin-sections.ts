import type { AdminSection } from './admin-section'
import { coreAdmin } from './core-admin'
import { historyAdmin } from './history/history-admin'
import { itemsAdmin } from './items/items-admin'
import { moneyAdmin } from './payment/money-admin'
import { platformAdmin } from './platform-admin'

/** Each module of the platform may bring a section with its buttons. */
export const adminSections: AdminSection[] = [coreAdmin, platformAdmin, itemsAdmin, moneyAdmin, historyAdmin]
