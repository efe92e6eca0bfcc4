import { can, type Permission, type Role } from '@/lib/core/permissions'

const base = '/dashboard/minha-empresa/produtos'

/** The rooms of the warehouse, in the order of their tabs, and whom each asks for. */
export const warehouseTabs = {
  levels: { path: base, permission: 'sales.read' },
  movements: { path: `${base}/movimentos`, permission: 'sales.read' },
  counts: { path: `${base}/contagens`, permission: 'stock.adjust' },
  value: { path: `${base}/valor`, permission: 'money.read' },
  suggestion: { path: `${base}/sugestao`, permission: 'sheet.import' },
  purchases: { path: `${base}/compras`, permission: 'sheet.import' },
  suppliers: { path: `${base}/fornecedores`, permission: 'sheet.import' },
  sheets: { path: `${base}/planilhas`, permission: 'sheet.import' },
} as const satisfies Record<string, { path: string; permission: Permission }>
export type WarehouseTab = keyof typeof warehouseTabs

export const listWarehouseTabs = (role: Role): WarehouseTab[] =>
  (Object.keys(warehouseTabs) as WarehouseTab[]).filter((tab) => can(role, warehouseTabs[tab].permission))
