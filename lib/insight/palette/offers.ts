import type { Permission } from '@/lib/core/permissions'
import { centralPath, dispatchTabPaths } from '@/lib/sales/dispatch/schema'
import { companyExpensesPath } from '@/lib/money/expenses/filters'
import { exportsPath } from '@/lib/core/exports/schema'
import { mappingPath } from '@/lib/core/paths'
import { newOrderPath, ordersPath } from '@/lib/sales/orders/filters'
import { agendaPath, boardPath } from '../productivity/schema'
import { companyShopsPath, shopsPath } from '@/lib/connect/shops/schema'
import { warehouseTabs } from '@/lib/catalog/warehouse/tabs'

type Action = {
  href: string
  /** Null: one's own account. */
  permission: Permission | null
  /** Only where the company has its productivity pages. */
  productivity?: true
}

const settings = '/dashboard/settings'

/**
 * The actions from anywhere, in the order of a day: to sell, to send, to buy and count, to keep the books, to set up.
 */
export const paletteActions = {
  newOrder: { href: newOrderPath, permission: 'order.create' },
  newProduct: { href: '/dashboard/products/new', permission: 'product.write' },
  newExpense: { href: '/dashboard/expenses?new=1', permission: 'expense.write' },
  import: { href: `${ordersPath}/import`, permission: 'sheet.import' },
  sendInvoices: { href: `${centralPath}?stage=invoice`, permission: 'order.create' },
  printLabels: { href: `${centralPath}?stage=label`, permission: 'order.create' },
  packParcels: { href: dispatchTabPaths.bench, permission: 'dispatch.work' },
  receiveReturn: { href: dispatchTabPaths.returns, permission: 'dispatch.work' },
  newPurchase: { href: `${warehouseTabs.purchases.path}/nova`, permission: 'sheet.import' },
  suggestPurchase: { href: warehouseTabs.suggestion.path, permission: 'sheet.import' },
  readInvoice: { href: warehouseTabs.purchases.path, permission: 'sheet.import' },
  newSupplier: { href: `${warehouseTabs.suppliers.path}?new=1`, permission: 'sheet.import' },
  newCount: { href: `${warehouseTabs.counts.path}?begin=1`, permission: 'stock.adjust' },
  adjustStock: { href: warehouseTabs.levels.path, permission: 'stock.adjust' },
  importSheet: { href: warehouseTabs.sheets.path, permission: 'sheet.import' },
  mapListings: { href: mappingPath, permission: 'listing.map' },
  payOverdue: { href: `${companyExpensesPath}?status=overdue`, permission: 'expense.write' },
  exportList: { href: exportsPath, permission: 'list.export' },
  connectShop: { href: `${shopsPath}?new=1`, permission: 'shop.connect' },
  syncNow: { href: companyShopsPath, permission: 'platform.push' },
  newTask: { href: `${boardPath}?new=1`, permission: 'sales.read', productivity: true },
  newEvent: { href: `${agendaPath}?new=1`, permission: 'sales.read', productivity: true },
  invitePerson: { href: `${settings}/people`, permission: 'member.manage' },
  editCompany: { href: `${settings}/organization`, permission: 'organization.edit' },
  editEntities: { href: `${settings}/entities`, permission: 'feeRule.write' },
  stockRules: { href: `${settings}/stock`, permission: 'organization.edit' },
  connectDrive: { href: `${settings}/drive`, permission: 'integration.manage' },
  editProfile: { href: settings, permission: null },
  changePassword: { href: `${settings}/security`, permission: null },
  chooseAlerts: { href: `${settings}/notifications`, permission: null },
} as const satisfies Record<string, Action>
