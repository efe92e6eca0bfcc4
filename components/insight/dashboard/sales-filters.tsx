import { useTranslations } from 'next-intl'
import { FilterSelect } from '@/components/ui/filter-select'
import { PeriodPicker } from '@/components/ui/period-picker'
import { RecordFilter } from '@/components/ui/record-filter'
import type { Day, Period } from '@/lib/core/dates'

type Named = { id: string; name: string }
type SalesFiltersProps = {
  today: Day
  shops: readonly Named[]
  channels: readonly Named[]
  /** Asked for only where there are several. */
  entities?: readonly Named[]
  zone: string
  /** The period while the address names none. */
  fallback?: Exclude<Period, 'custom'>
}

const asOption = ({ id, name }: Named) => ({ value: id, label: name })

/** Which sales a screen is about: when, and where they were made. */
export function SalesFilterBar({ today, shops, channels, entities = [], zone, fallback = '30d' }: SalesFiltersProps) {
  const t = useTranslations('dashboard.filters')
  const platforms = [
    { value: 'shopee', label: t('shopee') },
    { value: 'manual', label: t('manual') },
  ]
  return (
    <div data-print="hide" className="mb-4 flex flex-wrap items-center gap-2">
      <PeriodPicker today={today} timeZoneLabel={zone} fallback={fallback} />
      <RecordFilter param="entity" label={t('entity')} allLabel={t('allEntities')} records={entities} />
      {shops.length > 0 && (
        <FilterSelect param="shop" label={t('shop')} allLabel={t('allShops')} options={shops.map(asOption)} />
      )}
      <FilterSelect
        param="channel"
        label={t('channel')}
        allLabel={t('allChannels')}
        options={[...platforms, ...channels.map(asOption)]}
      />
    </div>
  )
}
