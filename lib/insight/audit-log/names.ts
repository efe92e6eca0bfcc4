import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { asId } from '@/lib/core/keyset'
import type { AuditLogRecord } from './filters'
import { subjectOf, type AuditLogKind } from '@/lib/core/audit/kinds'

/** The name of each kind of record, where it still exists. */
const named: Partial<Record<AuditLogKind, { table: string; name: string }>> = {
  organization: { table: 'organization', name: 'name' },
  product: { table: 'product', name: `title || ' (' || sku || ')'` },
  listing: { table: 'listing', name: `concat_ws(', ', title, nullif(variation, ''))` },
  supplier: { table: 'supplier', name: 'name' },
  purchase: { table: 'purchase_order', name: `'nº ' || number` },
  purchaseInvoice: { table: 'purchase_invoice', name: `'nº ' || number` },
  stockCount: { table: 'stock_count', name: 'name' },
  order: { table: 'orders', name: 'coalesce(external_code, code)' },
  savedView: { table: 'saved_view', name: 'name' },
  manifest: { table: 'manifest', name: `'nº ' || number` },
  expense: { table: 'expense', name: 'description' },
  task: { table: 'task', name: 'title' },
  agendaEvent: { table: 'agenda_event', name: 'title' },
  shop: { table: 'shop', name: 'name' },
  channel: { table: 'channel', name: 'name' },
  legalEntity: { table: 'legal_entity', name: 'name' },
  import: { table: 'import', name: 'file_name' },
  campaign: { table: 'campaign_plan', name: 'name' },
  feeRule: { table: 'fee_rule', name: 'name' },
  case: { table: 'recovery_case', name: `'nº ' || number` },
  accessToken: { table: 'access_token', name: 'name' },
  webhook: { table: 'webhook_endpoint', name: 'url' },
}
const isNamed = (kind: string) => Object.hasOwn(named, kind)
const keyOf = ({ kind, id }: AuditLogRecord) => `${subjectOf(kind)}:${id}`
export type RecordNames = (record: AuditLogRecord) => string | null

/** One question for each kind that occurs. */
export async function nameRecords(db: Db, organizationId: string, records: AuditLogRecord[]): Promise<RecordNames> {
  const byKind = new Map<string, Set<string>>()
  for (const { kind, id } of records) {
    const own = subjectOf(kind)
    if (!asId(id) || !(own === 'member' || isNamed(own))) continue
    byKind.set(own, (byKind.get(own) ?? new Set()).add(id))
  }
  const names = new Map<string, string>()
  for (const [kind, ids] of byKind)
    for (const row of await read(db, organizationId, kind, [...ids])) names.set(keyOf({ kind, id: row.id }), row.name)
  return (record) => names.get(keyOf(record)) ?? null
}

function read(db: Db, organizationId: string, kind: string, ids: string[]) {
  if (kind === 'member')
    return db.$queryRaw<{ id: string; name: string }[]>`
      SELECT user_id AS id, display_name AS name FROM list_actor_names(${ids}::uuid[])`
  const { table, name } = named[kind as AuditLogKind]!
  const key = Prisma.raw(kind === 'organization' ? 'organization_id' : 'id')
  return db.$queryRaw<{ id: string; name: string }[]>`
    SELECT ${key} AS id, (${Prisma.raw(name)})::text AS name FROM ${Prisma.raw(`"${table}"`)}
    WHERE organization_id = ${organizationId}::uuid AND ${key} = ANY (${ids}::uuid[])`
}
