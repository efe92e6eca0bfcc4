import { isDay } from '@/lib/core/dates'
import { recordOfField } from '@/lib/core/audit/kinds'

/** The value of a field, as it is to be shown. A record is one that its id names. */
export type FieldValue =
  | { kind: 'none' }
  | { kind: 'money'; cents: bigint }
  | { kind: 'cost'; amount: string }
  | { kind: 'day'; day: string }
  | { kind: 'instant'; at: Date }
  | { kind: 'flag'; is: boolean }
  | { kind: 'record'; of: string; id: string }
  /** A code of that field in entries of that kind has words of its own. */
  | { kind: 'text'; text: string; code: readonly [kind: string, field: string] }
  | { kind: 'many'; values: FieldValue[]; more: number }
  | { kind: 'group'; fields: { field: string; value: FieldValue }[] }
export type FieldChange = { field: string; before: FieldValue; after: FieldValue }
type AuditValues = Record<string, unknown> | null

const MOST_IN_LIST = 12
const none: FieldValue = { kind: 'none' }
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** The changed fields of an entry; equal values before and after are left out. */
export function changesOf(kind: string, before: AuditValues, after: AuditValues): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const isBoth = before !== null && after !== null
  return fields
    .map((field) => ({
      field,
      before: valueOf(kind, field, before?.[field]),
      after: valueOf(kind, field, after?.[field]),
    }))
    .filter((change) => {
      const same = JSON.stringify(before?.[change.field] ?? null) === JSON.stringify(after?.[change.field] ?? null)
      return isBoth ? !same : change.before.kind !== 'none' || change.after.kind !== 'none'
    })
}

function valueOf(kind: string, field: string, value: unknown): FieldValue {
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return { kind: 'flag', is: value }
  if (Array.isArray(value)) {
    const values = value.slice(0, MOST_IN_LIST).map((inner) => valueOf(kind, field, inner))
    return values.length === 0 ? none : { kind: 'many', values, more: value.length - values.length }
  }
  if (typeof value === 'object')
    return {
      kind: 'group',
      fields: Object.entries(value).map(([name, inner]) => ({ field: name, value: valueOf(kind, name, inner) })),
    }
  const text = String(value as string | number | bigint)
  if (/cents$/i.test(field) && /^-?\d{1,18}$/.test(text)) return { kind: 'money', cents: BigInt(text) }
  if (field === 'cost' && /^\d{1,12}(\.\d{1,6})?$/.test(text)) return { kind: 'cost', amount: text }
  if (isDay(text)) return { kind: 'day', day: text }
  if (instantPattern.test(text) && !Number.isNaN(Date.parse(text))) return { kind: 'instant', at: new Date(text) }
  const record = recordOfField(field)
  return record ? { kind: 'record', of: record, id: text } : { kind: 'text', text, code: [kind, field] }
}

/** Every record that the values name. */
export function recordsIn(changes: readonly FieldChange[]): { kind: string; id: string }[] {
  const within = (value: FieldValue): { kind: string; id: string }[] => {
    if (value.kind === 'record') return [{ kind: value.of, id: value.id }]
    if (value.kind === 'many') return value.values.flatMap(within)
    return value.kind === 'group' ? value.fields.flatMap((field) => within(field.value)) : []
  }
  return changes.flatMap(({ before, after }) => [...within(before), ...within(after)])
}
