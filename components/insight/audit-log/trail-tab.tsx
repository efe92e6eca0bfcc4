import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { isFiltered, trailHref } from '@/lib/insight/audit-log/filters'
import { wholeTrailHref } from '@/lib/insight/audit-log/tabs'
import type { TrailView } from '@/lib/insight/audit-log/views'
import { TrailFilterBar } from './trail-filter-bar'
import { TrailItem } from './trail-item'
import { VerifyChain } from './verify-chain'

/** The audit log: the whole of it, or the areas that the role reads. */
export function TrailTab({ view, timeZone }: { view: TrailView; timeZone: string }) {
  const t = useTranslations('audit')
  const common = useTranslations('common')
  const { filters, page } = view
  const filtered = isFiltered(filters)
  return (
    <div className="flex flex-col gap-4">
      {view.canVerify && <VerifyChain />}
      <Card flush>
        <TrailFilterBar view={view} />
        {page.rows.length === 0 ? (
          <EmptyState
            kind={filtered ? 'none' : 'first'}
            title={filtered ? undefined : t('empty.title')}
            text={filtered ? undefined : t('empty.text')}
            action={filtered && <ButtonLink href={wholeTrailHref}>{common('clearAll')}</ButtonLink>}
            className="border-t border-line"
          />
        ) : (
          <>
            <ol aria-label={t('list.label')} className="divide-y divide-line border-t border-line">
              {page.rows.map((entry) => (
                <TrailItem key={entry.id} entry={entry} nameOf={view.nameOf} timeZone={timeZone} />
              ))}
            </ol>
            {(page.previous ?? page.next) !== null && (
              <Pagination
                previousHref={page.previous && trailHref(filters, { before: page.previous })}
                nextHref={page.next && trailHref(filters, { after: page.next })}
              />
            )}
          </>
        )}
      </Card>
    </div>
  )
}
