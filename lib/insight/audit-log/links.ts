import { can, type Permission, type Role } from '@/lib/core/permissions'
import { casePath } from '@/lib/money/cases/tabs'
import { countPath } from '@/lib/catalog/warehouse/count-schema'
import { purchasesPath, suppliersPath } from '@/lib/catalog/purchases/filters'
import { subjectOf, type AuditLogKind } from '@/lib/core/audit/kinds'

type RecordLink = { needs: Permission; href: (id: string) => string }

/** Where a record stands on a screen, and whom that screen asks for. */
const links: Partial<Record<AuditLogKind, RecordLink>> = {
  product: { needs: 'sales.read', href: (id) => `/dashboard/products/${id}` },
  order: { needs: 'sales.read', href: (id) => `/dashboard/orders/${id}` },
  purchase: { needs: 'sheet.import', href: (id) => `${purchasesPath}/${id}` },
  supplier: { needs: 'sheet.import', href: () => suppliersPath },
  stockCount: { needs: 'stock.adjust', href: countPath },
  case: { needs: 'reconciliation.read', href: casePath },
  import: { needs: 'sheet.import', href: () => '/dashboard/orders/import' },
  export: { needs: 'list.export', href: () => '/dashboard/exports' },
  expense: { needs: 'money.read', href: () => '/dashboard/expenses' },
  shop: { needs: 'sales.read', href: () => '/dashboard/shops' },
  legalEntity: { needs: 'feeRule.write', href: () => '/dashboard/settings/entities' },
  member: { needs: 'member.manage', href: () => '/dashboard/settings/people' },
}

export function recordHref(kind: string, id: string, role: Role): string | null {
  const link = links[subjectOf(kind) as AuditLogKind]
  return link && can(role, link.needs) ? link.href(id) : null
}
