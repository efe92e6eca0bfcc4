import 'server-only'
import { areasOf } from '../../audit-log/areas'
import { describeEntries, type AuditLogEntries } from '../../audit-log/entries'
import { readAuditLogFilters, auditLogHref, type AuditLogFilters } from '../../audit-log/filters'
import { countAuditLog, listAuditLog, type AuditLogScope } from '../../audit-log/queries'
import { readerOf } from '../../audit-log/reader'
import { fieldName, sentenceOf, writeValue, type Reader } from '../../audit-log/words'
import { defineList, type ExportContext } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const auditLogTitle = (t: Translate, key: keyof Titles['trail']) => t(`exports.columns.trail.${key}`)

type Row = AuditLogEntries['entries'][number] & Pick<AuditLogEntries, 'nameOf'>

const visibilityOf = ({ organizationId, role, timeZone }: ExportContext): AuditLogScope => ({
  organizationId,
  timeZone,
  areas: areasOf(role),
})

/** 'Preço: R$ 10,00; SKU: CAN-01'. */
function valuesText(row: Row, side: 'before' | 'after', reader: Reader): string | null {
  const changes = row.changes.filter((change) => change[side].kind !== 'none')
  const parts = changes.map(
    (change) => `${fieldName(change.field, reader.t)}: ${writeValue(change[side], reader, row.nameOf)}`,
  )
  return parts.length > 0 ? parts.join('; ') : null
}

function placeOf({ place, token }: Row, t: Translate): string | null {
  if (token) return token.name === null ? t('audit.list.tokenGone') : t('audit.list.token', { name: token.name })
  if (!place) return null
  const { browser, system } = place.device
  const where =
    place.place.kind === 'address'
      ? t('security.sessions.place.address', { address: place.place.address })
      : t(`security.sessions.place.${place.place.kind}`)
  return [browser, system, where].filter(Boolean).join(' · ')
}

/** For the areas that the role reads; the cells are words, as on the screen. */
export const auditLogExport = defineList<AuditLogFilters, Row>({
  permission: 'audit.read',
  filtersOf: (query, { today, role }) =>
    readAuditLogFilters({ ...query, after: undefined, before: undefined }, today, role),
  addressOf: (filters) => auditLogHref({ ...filters, period: null }),
  count: (db, filters, context) => countAuditLog(db, filters, visibilityOf(context)),
  list: async (db, filters, context, after, size) => {
    const page = await listAuditLog(db, { ...filters, after }, visibilityOf(context), size)
    const { entries, nameOf } = await describeEntries(db, context.organizationId, page.rows, context.role)
    return { rows: entries.map((entry) => ({ ...entry, nameOf })), next: page.next }
  },
  columns: (context) => {
    const { t } = context
    const reader = readerOf(context.language, context.timeZone)
    const title = (key: Parameters<typeof auditLogTitle>[1]) => auditLogTitle(t, key)
    return [
      { title: title('when'), type: 'instant', width: 17, value: (row) => row.at },
      { title: title('what'), type: 'text', width: 60, value: (row) => sentenceOf(row, reader) },
      { title: title('how'), type: 'text', width: 14, value: (row) => t(`audit.actors.${row.actorKind}`) },
      { title: title('person'), type: 'text', width: 20, value: (row) => row.person?.name ?? null },
      { title: title('from'), type: 'text', width: 30, value: (row) => placeOf(row, t) },
      { title: title('before'), type: 'text', width: 40, value: (row) => valuesText(row, 'before', reader) },
      { title: title('after'), type: 'text', width: 40, value: (row) => valuesText(row, 'after', reader) },
      { title: title('event'), type: 'text', width: 22, value: (row) => row.event },
      { title: title('record'), type: 'text', width: 38, value: (row) => row.subjectId },
      { title: title('id'), type: 'text', width: 38, value: (row) => row.id },
    ]
  },
})
