import { useTranslations } from 'next-intl'
import { FilterSelect } from '@/components/ui/filter-select'
import { PeriodPicker } from '@/components/ui/period-picker'
import type { DashboardFrame } from '@/lib/dashboard/views'

type SalesFiltersProps = { frame: Pick<DashboardFrame, 'shops' | 'channels' | 'today'>; zone: string }

export function SalesFilterBar({ frame, zone }: SalesFiltersProps) {
  const t = useTranslations('dashboard.filters')
  const shops = frame.shops.map(({ id, name }) => ({ value: id, label: name }))
  const channels = frame.channels.map(({ id, name }) => ({ value: id, label: name }))
  const platforms = [
    { value: 'shopee', label: t('shopee') },
    { value: 'manual', label: t('manual') },
  ]
  return (
    <div data-print="hide" className="mb-4 flex flex-wrap items-center gap-2">
      <PeriodPicker today={frame.today} timeZoneLabel={zone} fallback="30d" />
      {shops.length > 0 && <FilterSelect param="shop" label={t('shop')} allLabel={t('allShops')} options={shops} />}
      <FilterSelect
        param="channel"
        label={t('channel')}
        allLabel={t('allChannels')}
        options={[...platforms, ...channels]}
      />
    </div>
  )
}
