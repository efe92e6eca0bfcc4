import 'server-only'
import type { Db } from '@/lib/core/db'
import { asId } from '@/lib/core/keyset'
import { findOrdersByCode } from '../palette/find'
import type { AuditLogRecord } from './filters'
import { historyKindsOf, auditLogKinds } from '@/lib/core/audit/kinds'

const MOST = 20

/**
 * The records that a text names, each with the entries under its id: an order's code, a SKU, the number of a purchase
 * or a case, or an id as it stands.
 */
export async function findRecords(db: Db, organizationId: string, text: string): Promise<AuditLogRecord[]> {
  const id = asId(text)
  if (id) return anyKind(db, organizationId, id)
  const number = Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? 0)
  const orders = await findOrdersByCode(db, organizationId, text)
  const others = await db.$queryRaw<AuditLogRecord[]>`
    (SELECT 'product' AS kind, p.id::text AS id FROM product p
      WHERE p.organization_id = ${organizationId}::uuid AND p.sku_key = lower(${text}) LIMIT ${MOST})
    UNION ALL (SELECT 'purchase', id::text FROM purchase_order WHERE organization_id = ${organizationId}::uuid AND number = ${number}::int)
    UNION ALL (SELECT 'case', id::text FROM recovery_case WHERE organization_id = ${organizationId}::uuid AND number = ${number}::int)`
  const results = [...orders.map(({ id }) => ({ kind: 'order', id })), ...others]
  return results.flatMap(({ kind, id }) => historyKindsOf(kind).map((record) => ({ kind: record, id })))
}

const anyKind = (db: Db, organizationId: string, id: string) =>
  db.$queryRaw<AuditLogRecord[]>`
    SELECT k.kind, ${id} AS id FROM unnest(${auditLogKinds}::text[]) k(kind)
    WHERE EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = ${organizationId}::uuid AND e.subject_kind = k.kind AND e.subject_id = ${id})`
