import { can, type Permission, type Role } from '@/lib/core/permissions'

const base = '/dashboard/shopee'

/** The rooms of the marketplace's money, in the order of their tabs, and whom each asks for. */
export const moneyTabs = {
  wallet: { path: base, permission: 'money.read' },
  payouts: { path: `${base}/repasses`, permission: 'money.read' },
  fees: { path: `${base}/taxas`, permission: 'money.read' },
  priceDesk: { path: `${base}/mesa-de-precos`, permission: 'money.read' },
  campaigns: { path: `${base}/campanhas`, permission: 'money.read' },
  prices: { path: `${base}/precos`, permission: 'money.read' },
  simulator: { path: `${base}/simulador`, permission: 'money.read' },
  calculator: { path: `${base}/calculadora`, permission: 'money.read' },
  freight: { path: `${base}/frete`, permission: 'money.read' },
  bank: { path: `${base}/banco`, permission: 'money.read' },
  limits: { path: `${base}/limites`, permission: 'money.read' },
} as const satisfies Record<string, { path: string; permission: Permission }>
export type MoneyTab = keyof typeof moneyTabs

export const listMoneyTabs = (role: Role): MoneyTab[] =>
  (Object.keys(moneyTabs) as MoneyTab[]).filter((tab) => can(role, moneyTabs[tab].permission))
