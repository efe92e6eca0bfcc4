import type { OrderFilters } from '../orders/filters'

/** The filters that stand above the list for everybody, before the saved ones. */
export const deskTabs = ['toShip', 'late', 'invoice', 'negative', 'unmapped'] as const
export type DeskTab = (typeof deskTabs)[number]

export const deskTabFilters: Record<DeskTab, Partial<OrderFilters>> = {
  toShip: { waiting: 'toShip' },
  late: { waiting: 'late' },
  invoice: { waiting: 'invoice' },
  negative: { negative: true },
  unmapped: { unmapped: true },
}
