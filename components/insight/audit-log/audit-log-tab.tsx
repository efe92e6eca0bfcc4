import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { isFiltered, auditLogHref } from '@/lib/insight/audit-log/filters'
import { wholeAuditLogHref } from '@/lib/insight/audit-log/tabs'
import type { AuditLogView } from '@/lib/insight/audit-log/views'
import { AuditLogFilterBar } from './audit-log-filter-bar'
import { AuditLogItem } from './audit-log-item'
import { VerifyChain } from './verify-chain'

/** The audit log: the whole of it, or the areas that the role reads. */
export function AuditLogTab({ view, timeZone }: { view: AuditLogView; timeZone: string }) {
  const t = useTranslations('audit')
  const common = useTranslations('common')
  const { filters, page } = view
  const filtered = isFiltered(filters)
  return (
    <div className="flex flex-col gap-4">
      {view.canVerify && <VerifyChain />}
      <Card flush>
        <AuditLogFilterBar view={view} />
        {page.rows.length === 0 ? (
          <EmptyState
            kind={filtered ? 'none' : 'first'}
            title={filtered ? undefined : t('empty.title')}
            text={filtered ? undefined : t('empty.text')}
            action={filtered && <ButtonLink href={wholeAuditLogHref}>{common('clearAll')}</ButtonLink>}
            className="border-t border-line"
          />
        ) : (
          <>
            <ol aria-label={t('list.label')} className="divide-y divide-line border-t border-line">
              {page.rows.map((entry) => (
                <AuditLogItem key={entry.id} entry={entry} nameOf={view.nameOf} timeZone={timeZone} />
              ))}
            </ol>
            {(page.previous ?? page.next) !== null && (
              <Pagination
                previousHref={page.previous && auditLogHref(filters, { before: page.previous })}
                nextHref={page.next && auditLogHref(filters, { after: page.next })}
              />
            )}
          </>
        )}
      </Card>
    </div>
  )
}
