import type { OrderFilters } from '../orders/filters'

/** The filters that stand above the list for everybody, before the saved ones. */
export const orderListTabs = ['toShip', 'late', 'invoice', 'negative', 'unmapped'] as const
export type OrderListTab = (typeof orderListTabs)[number]

export const orderListTabFilters: Record<OrderListTab, Partial<OrderFilters>> = {
  toShip: { waiting: 'toShip' },
  late: { waiting: 'late' },
  invoice: { waiting: 'invoice' },
  negative: { negative: true },
  unmapped: { unmapped: true },
}
