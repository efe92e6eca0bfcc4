import { can, type Permission, type Role } from '@/lib/core/permissions'
import { casesPath } from '@/lib/money/cases/tabs'
import { centralPath, dispatchTabPaths } from '@/lib/sales/dispatch/schema'
import { companyExpensesPath } from '@/lib/money/expenses/filters'
import { orderListPath } from '@/lib/sales/orders/filters'
import { unclaimedHref } from '@/lib/money/payouts/rows-href'
import { companyShopsPath, waitingShopsHref } from '@/lib/connect/shops/schema'
import { warehouseTabs } from '@/lib/catalog/warehouse/tabs'

/** The areas of the company in the order of its sidebar, and who opens each; a test holds them against the navigation. */
export const areas = [
  { key: 'companyPanel', href: '/dashboard/minha-empresa/painel', permission: 'money.read' },
  { key: 'companyAnalytics', href: '/dashboard/minha-empresa/analises', permission: 'sales.read' },
  { key: 'companyProducts', href: '/dashboard/minha-empresa/produtos', permission: 'sales.read' },
  { key: 'companyMapping', href: '/dashboard/minha-empresa/mapeamento-produtos', permission: 'listing.map' },
  { key: 'companyOrders', href: '/dashboard/minha-empresa/pedidos', permission: 'sales.read' },
  { key: 'companyExpenses', href: '/dashboard/minha-empresa/despesas', permission: 'money.read' },
  { key: 'companyShops', href: companyShopsPath, permission: 'sales.read' },
  { key: 'shopeeCentral', href: centralPath, permission: 'dispatch.work' },
] as const satisfies readonly { key: string; href: string; permission: Permission }[]
export type AreaKey = (typeof areas)[number]['key']

export type WaitKey =
  | 'late'
  | 'today'
  | 'lateToShip'
  | 'toShipToday'
  | 'urgent'
  | 'cancellation'
  | 'invoice'
  | 'refused'
  | 'pickup'
  | 'bench'
  | 'return'
  | 'oversold'
  | 'lowStock'
  | 'unmapped'
  | 'cases'
  | 'unclaimed'
  | 'expenses'
  | 'shops'
  | 'ending'
  | 'unauthorized'
  | 'health'
  | 'failures'

type Wait = { key: WaitKey; area: AreaKey; tone: 'bad' | 'warn'; href: string; permission?: Permission }

/** The waiting work of each area; work that only others can settle is left out for the rest. */
export const waits: readonly Wait[] = [
  {
    key: 'cases',
    area: 'companyPanel',
    tone: 'bad',
    href: `${casesPath}?soon=1`,
    permission: 'reconciliation.decide',
  },
  {
    key: 'unclaimed',
    area: 'companyPanel',
    tone: 'warn',
    href: unclaimedHref,
    permission: 'reconciliation.decide',
  },
  { key: 'oversold', area: 'companyProducts', tone: 'bad', href: `${warehouseTabs.levels.path}?stock=oversold` },
  { key: 'lowStock', area: 'companyProducts', tone: 'warn', href: `${warehouseTabs.levels.path}?stock=low` },
  { key: 'unmapped', area: 'companyMapping', tone: 'warn', href: '/dashboard/minha-empresa/mapeamento-produtos' },
  { key: 'late', area: 'companyOrders', tone: 'bad', href: `${orderListPath}?waiting=late` },
  { key: 'today', area: 'companyOrders', tone: 'warn', href: `${orderListPath}?waiting=today` },
  { key: 'cancellation', area: 'companyOrders', tone: 'warn', href: `${orderListPath}?waiting=cancellation` },
  { key: 'expenses', area: 'companyExpenses', tone: 'warn', href: `${companyExpensesPath}?status=overdue` },
  {
    key: 'shops',
    area: 'companyShops',
    tone: 'bad',
    href: waitingShopsHref('expired', companyShopsPath),
    permission: 'shop.connect',
  },
  {
    key: 'ending',
    area: 'companyShops',
    tone: 'warn',
    href: waitingShopsHref('ending', companyShopsPath),
    permission: 'shop.connect',
  },
  {
    key: 'unauthorized',
    area: 'companyShops',
    tone: 'warn',
    href: waitingShopsHref('unauthorized', companyShopsPath),
    permission: 'shop.connect',
  },
  { key: 'lateToShip', area: 'shopeeCentral', tone: 'bad', href: `${centralPath}?due=late` },
  { key: 'toShipToday', area: 'shopeeCentral', tone: 'warn', href: `${centralPath}?due=today` },
  { key: 'urgent', area: 'shopeeCentral', tone: 'bad', href: centralPath },
  {
    key: 'refused',
    area: 'shopeeCentral',
    tone: 'bad',
    href: `${centralPath}?stage=refused`,
    permission: 'order.create',
  },
  {
    key: 'invoice',
    area: 'shopeeCentral',
    tone: 'warn',
    href: `${centralPath}?stage=invoice`,
    permission: 'order.create',
  },
  {
    key: 'pickup',
    area: 'shopeeCentral',
    tone: 'bad',
    href: `${centralPath}?method=failed`,
    permission: 'order.create',
  },
  { key: 'bench', area: 'shopeeCentral', tone: 'warn', href: dispatchTabPaths.bench },
  {
    key: 'return',
    area: 'shopeeCentral',
    tone: 'warn',
    href: `${dispatchTabPaths.returns}?tab=answer`,
    permission: 'order.cancelPaid',
  },
  { key: 'health', area: 'shopeeCentral', tone: 'warn', href: dispatchTabPaths.health },
  { key: 'failures', area: 'shopeeCentral', tone: 'bad', href: dispatchTabPaths.failures },
]

export const listAreas = (role: Role) => areas.filter(({ permission }) => can(role, permission))
export const listWaits = (role: Role, area: AreaKey) =>
  waits.filter((wait) => wait.area === area && (!wait.permission || can(role, wait.permission)))
