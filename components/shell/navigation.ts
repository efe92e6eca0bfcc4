import type { Permission } from '@/lib/core/permissions'

export type Group = 'main' | 'company' | 'finance'

export const entries = [
  { key: 'dashboard', group: 'main', href: '/dashboard', permission: 'sales.read' },
  { key: 'gemini', group: 'main', href: '/dashboard/gemini', permission: 'assistant.ask' },
  { key: 'manusAssistant', group: 'main', href: '/dashboard/manus-assistant', permission: 'assistant.ask' },
  { key: 'audit', group: 'main', href: '/dashboard/audit', permission: 'audit.read' },
  // Shown where the company has switched it on.
  { key: 'productivity', group: 'main', href: '/dashboard/produtividade', permission: 'sales.read' },
  { key: 'companyPanel', group: 'company', href: '/dashboard/minha-empresa/painel', permission: 'money.read' },
  { key: 'companyAnalytics', group: 'company', href: '/dashboard/minha-empresa/analises', permission: 'sales.read' },
  { key: 'companyProducts', group: 'company', href: '/dashboard/minha-empresa/produtos', permission: 'sales.read' },
  {
    key: 'companyMapping',
    group: 'company',
    href: '/dashboard/minha-empresa/mapeamento-produtos',
    permission: 'listing.map',
  },
  { key: 'companyOrders', group: 'company', href: '/dashboard/minha-empresa/pedidos', permission: 'sales.read' },
  { key: 'companyExpenses', group: 'company', href: '/dashboard/minha-empresa/despesas', permission: 'money.read' },
  { key: 'companyShops', group: 'company', href: '/dashboard/minha-empresa/lojas', permission: 'sales.read' },
  {
    key: 'shopeeCentral',
    group: 'company',
    href: '/dashboard/minha-empresa/shopee-central',
    permission: 'dispatch.work',
  },
  { key: 'shopee', group: 'finance', href: '/dashboard/shopee', permission: 'money.read' },
  {
    key: 'shopeeReconciliation',
    group: 'finance',
    href: '/dashboard/shopee-reconciliation',
    permission: 'reconciliation.read',
  },
] as const satisfies readonly { key: string; group: Group; href: string; permission: Permission }[]

const central = '/dashboard/minha-empresa/shopee-central'
const warehouse = '/dashboard/minha-empresa/produtos'
const money = '/dashboard/shopee'

/** Reached from the dashboard, the user menu or a group's heading, not from the sidebar's entries. */
const others = [
  { key: 'companyHub', group: 'company', href: '/dashboard/minha-empresa/hub', permission: 'sales.read' },
  { key: 'products', group: 'main', href: '/dashboard/products', permission: 'sales.read' },
  { key: 'newProduct', group: 'main', href: '/dashboard/products/new', permission: 'product.write' },
  { key: 'productCosts', group: 'main', href: '/dashboard/products/costs', permission: 'product.write' },
  { key: 'orders', group: 'main', href: '/dashboard/orders', permission: 'sales.read' },
  {
    key: 'companyPapers',
    group: 'company',
    href: '/dashboard/minha-empresa/pedidos/impressao',
    permission: 'order.create',
  },
  { key: 'import', group: 'main', href: '/dashboard/orders/import', permission: 'sheet.import' },
  { key: 'expenses', group: 'main', href: '/dashboard/expenses', permission: 'money.read' },
  { key: 'shops', group: 'main', href: '/dashboard/shops', permission: 'sales.read' },
  { key: 'warehouseMovements', group: 'company', href: `${warehouse}/movimentos`, permission: 'sales.read' },
  { key: 'warehouseCounts', group: 'company', href: `${warehouse}/contagens`, permission: 'stock.adjust' },
  { key: 'warehouseValue', group: 'company', href: `${warehouse}/valor`, permission: 'money.read' },
  { key: 'companySuggestion', group: 'company', href: `${warehouse}/sugestao`, permission: 'sheet.import' },
  { key: 'companyPurchases', group: 'company', href: `${warehouse}/compras`, permission: 'sheet.import' },
  { key: 'companyNewPurchase', group: 'company', href: `${warehouse}/compras/nova`, permission: 'sheet.import' },
  { key: 'companySuppliers', group: 'company', href: `${warehouse}/fornecedores`, permission: 'sheet.import' },
  { key: 'centralBench', group: 'company', href: `${central}/bancada`, permission: 'dispatch.work' },
  { key: 'centralPackingQueue', group: 'company', href: `${central}/bancada/fila`, permission: 'dispatch.work' },
  { key: 'centralReturns', group: 'company', href: `${central}/devolucoes`, permission: 'dispatch.work' },
  { key: 'centralHealth', group: 'company', href: `${central}/saude`, permission: 'dispatch.work' },
  { key: 'centralFailures', group: 'company', href: `${central}/falhas`, permission: 'dispatch.work' },
  { key: 'centralInvoices', group: 'company', href: `${central}/notas`, permission: 'order.create' },
  { key: 'centralPicking', group: 'company', href: `${central}/separacao`, permission: 'order.create' },
  {
    key: 'companySheets',
    group: 'company',
    href: '/dashboard/minha-empresa/produtos/planilhas',
    permission: 'sheet.import',
  },
  { key: 'productivityBoard', group: 'main', href: '/dashboard/produtividade/quadro', permission: 'sales.read' },
  { key: 'productivityAgenda', group: 'main', href: '/dashboard/produtividade/agenda', permission: 'sales.read' },
  { key: 'shopeePayouts', group: 'finance', href: `${money}/repasses`, permission: 'money.read' },
  { key: 'shopeeFees', group: 'finance', href: `${money}/taxas`, permission: 'money.read' },
  { key: 'shopeePriceDesk', group: 'finance', href: `${money}/mesa-de-precos`, permission: 'money.read' },
  { key: 'shopeeCampaigns', group: 'finance', href: `${money}/campanhas`, permission: 'money.read' },
  { key: 'shopeePrices', group: 'finance', href: `${money}/precos`, permission: 'money.read' },
  { key: 'shopeeSimulator', group: 'finance', href: `${money}/simulador`, permission: 'money.read' },
  { key: 'shopeeCalculator', group: 'finance', href: `${money}/calculadora`, permission: 'money.read' },
  { key: 'shopeeLimits', group: 'finance', href: `${money}/limites`, permission: 'money.read' },
  { key: 'shopeeFreight', group: 'finance', href: `${money}/frete`, permission: 'money.read' },
  {
    key: 'reconciliationCases',
    group: 'finance',
    href: '/dashboard/shopee-reconciliation/casos',
    permission: 'reconciliation.read',
  },
  {
    key: 'recovered',
    group: 'finance',
    href: '/dashboard/shopee-reconciliation/recuperado',
    permission: 'reconciliation.read',
  },
  {
    key: 'monthClose',
    group: 'finance',
    href: '/dashboard/shopee-reconciliation/fechamento',
    permission: 'reconciliation.read',
  },
  {
    key: 'moneyFiles',
    group: 'finance',
    href: '/dashboard/shopee-reconciliation/arquivos',
    permission: 'reconciliation.read',
  },
  { key: 'shopeeBank', group: 'finance', href: `${money}/banco`, permission: 'money.read' },
  { key: 'settings', group: 'main', href: '/dashboard/settings', permission: null },
  { key: 'settingsSecurity', group: 'main', href: '/dashboard/settings/security', permission: null },
  { key: 'settingsNotifications', group: 'main', href: '/dashboard/settings/notifications', permission: null },
  { key: 'settingsOrganization', group: 'main', href: '/dashboard/settings/organization', permission: null },
  { key: 'settingsEntities', group: 'main', href: '/dashboard/settings/entities', permission: 'feeRule.write' },
  { key: 'settingsPeople', group: 'main', href: '/dashboard/settings/people', permission: 'member.manage' },
  { key: 'settingsStock', group: 'main', href: '/dashboard/settings/stock', permission: 'organization.edit' },
  { key: 'settingsPrivacy', group: 'main', href: '/dashboard/settings/privacy', permission: 'organization.edit' },
  { key: 'settingsDrive', group: 'main', href: '/dashboard/settings/drive', permission: 'integration.manage' },
  { key: 'notifications', group: 'main', href: '/dashboard/notifications', permission: null },
  { key: 'exports', group: 'main', href: '/dashboard/exports', permission: 'list.export' },
  { key: 'apis', group: 'main', href: '/dashboard/apis', permission: 'token.own' },
] as const satisfies readonly { key: string; group: Group; href: string; permission: Permission | null }[]

export type NavigationEntry = (typeof entries)[number]
export type EntryKey = NavigationEntry['key']
export type Destination = NavigationEntry | (typeof others)[number]
export type DestinationKey = Destination['key']

export const companyHub = others[0]
export const destinations: readonly Destination[] = [...entries, ...others]

export function getDestination(key: DestinationKey): Destination {
  const destination = destinations.find((destination) => destination.key === key)
  if (!destination) throw new Error(`No destination is called ${key}`)
  return destination
}

/** While the company's own page is to come, its entry stands for the page that does the work meanwhile. */
const alternatives: Partial<Record<DestinationKey, EntryKey>> = {
  products: 'companyProducts',
  newProduct: 'companyProducts',
  productCosts: 'companyProducts',
  warehouseMovements: 'companyProducts',
  warehouseCounts: 'companyProducts',
  warehouseValue: 'companyProducts',
  companySuggestion: 'companyProducts',
  companyPurchases: 'companyProducts',
  companyNewPurchase: 'companyProducts',
  companySuppliers: 'companyProducts',
  orders: 'companyOrders',
  companyPapers: 'companyOrders',
  import: 'companyOrders',
  companySheets: 'companyProducts',
  expenses: 'companyExpenses',
  shops: 'companyShops',
  productivityBoard: 'productivity',
  productivityAgenda: 'productivity',
  centralBench: 'shopeeCentral',
  centralPackingQueue: 'shopeeCentral',
  centralReturns: 'shopeeCentral',
  centralHealth: 'shopeeCentral',
  centralFailures: 'shopeeCentral',
  centralInvoices: 'shopeeCentral',
  centralPicking: 'shopeeCentral',
  reconciliationCases: 'shopeeReconciliation',
  recovered: 'shopeeReconciliation',
  monthClose: 'shopeeReconciliation',
  moneyFiles: 'shopeeReconciliation',
  shopeeBank: 'shopee',
  shopeePayouts: 'shopee',
  shopeeFees: 'shopee',
  shopeePriceDesk: 'shopee',
  shopeeCampaigns: 'shopee',
  shopeePrices: 'shopee',
  shopeeSimulator: 'shopee',
  shopeeCalculator: 'shopee',
  shopeeLimits: 'shopee',
  shopeeFreight: 'shopee',
}

/** The sidebar's entry for a path. */
export function findEntryKey(pathname: string): DestinationKey | undefined {
  const key = findDestination(pathname)?.key
  return key && (alternatives[key] ?? key)
}

/** Pages of others, from the outermost: an import is one of the orders' pages. */
export function listAbove(page: Destination): Destination[] {
  return destinations
    .filter(({ href }) => href !== '/dashboard' && page.href.startsWith(`${href}/`))
    .sort((a, b) => a.href.length - b.href.length)
}

/** The page that a path belongs to: itself, or the nearest one above it. /dashboard, above them all, only by name. */
export function findDestination(pathname: string): Destination | null {
  const above = destinations.filter(
    ({ href }) => pathname === href || (href !== '/dashboard' && pathname.startsWith(`${href}/`)),
  )
  return above.sort((a, b) => b.href.length - a.href.length)[0] ?? null
}
