import { useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { PeriodFilter } from '@/components/sales/orders/period-filter'
import { usePeriodText } from '@/components/sales/orders/use-filter-chips'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { SearchInput } from '@/components/ui/search-input'
import { actorKinds, auditLogHref } from '@/lib/insight/audit-log/filters'
import { wholeAuditLogHref } from '@/lib/insight/audit-log/tabs'
import type { AuditLogView } from '@/lib/insight/audit-log/views'
import { eventName } from '@/lib/insight/audit-log/words'
import { useReader } from './use-reader'

export function AuditLogFilterBar({ view }: { view: AuditLogView }) {
  const { filters, people, areas, events, today } = view
  const t = useTranslations('audit')
  const reader = useReader('UTC')
  const period = usePeriodText(filters)
  const on = [filters.person, filters.area, filters.event, filters.actor, period].filter(Boolean).length
  const record = filters.record && {
    label: t('filters.record', { name: view.recordName ?? filters.record.id }),
    href: auditLogHref(filters, { record: null }),
  }
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput label={t('filters.search')} className="basis-full" />
        <FilterFold count={on}>
          <PeriodFilter today={today} from={filters.from} to={filters.to} text={period} />
          <FilterSelect
            param="area"
            label={t('filters.area')}
            allLabel={t('filters.allAreas')}
            options={areas.map((value) => ({ value, label: t(`areas.${value}`) }))}
          />
          {events.length > 0 && (
            <FilterSelect
              param="event"
              label={t('filters.event')}
              allLabel={t('filters.allEvents')}
              options={events.map((value) => ({ value, label: eventName(value, reader) }))}
            />
          )}
          <FilterSelect
            param="person"
            label={t('filters.person')}
            allLabel={t('filters.allPersons')}
            options={people.map(({ userId, displayName }) => ({ value: userId, label: displayName }))}
          />
          <FilterSelect
            param="actor"
            label={t('filters.actor')}
            allLabel={t('filters.allActors')}
            options={actorKinds.map((value) => ({ value, label: t(`actors.${value}`) }))}
          />
        </FilterFold>
        <ExportButton kind="trail" />
      </div>
      {record && <FilterChips chips={[record]} clearHref={wholeAuditLogHref} />}
    </div>
  )
}
