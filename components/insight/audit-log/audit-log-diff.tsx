import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { RecordNames } from '@/lib/insight/audit-log/names'
import type { AuditLogEntry } from '@/lib/insight/audit-log/views'
import { fieldName, sentenceOf, writeValue, type Reader } from '@/lib/insight/audit-log/words'

type AuditLogDiffProps = { entry: AuditLogEntry; nameOf: RecordNames; reader: Reader }

/** Field by field, before and after; a new or only reported value has no before. */
export function AuditLogDiff({ entry, nameOf, reader }: AuditLogDiffProps) {
  const { t } = reader
  const { changes } = entry
  const hadBefore = changes.some(({ before }) => before.kind !== 'none')
  return (
    <details className="col-span-full">
      <summary className="absolute top-2 right-4 w-fit cursor-pointer rounded-control text-[13px] font-medium text-accent-text pointer-coarse:top-0 pointer-coarse:py-2">
        {t('list.details', { count: changes.length })}
      </summary>
      <div className="mt-2 overflow-clip rounded-control border border-line">
        <Table label={sentenceOf(entry, reader)} sticky={false} focusable>
          <Thead>
            <Th>{t('list.field')}</Th>
            {hadBefore && <Th>{t('list.before')}</Th>}
            <Th>{t('list.after')}</Th>
          </Thead>
          <Tbody>
            {changes.map(({ field, before, after }) => (
              <Tr key={field}>
                <Td primary>{fieldName(field, t)}</Td>
                {hadBefore && (
                  <Td label={t('list.before')} className="wrap-anywhere tabular-nums">
                    {writeValue(before, reader, nameOf)}
                  </Td>
                )}
                <Td label={t('list.after')} className="wrap-anywhere tabular-nums">
                  {writeValue(after, reader, nameOf)}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </div>
    </details>
  )
}
