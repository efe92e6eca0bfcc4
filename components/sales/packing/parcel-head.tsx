import { useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import type { PackingParcel } from '@/lib/sales/packing/schema'

/** The parcel on the table: its order, where it was sold and how it goes. `large`: to be read from a step away. */
export function ParcelHead({ parcel, large = false }: { parcel: PackingParcel; large?: boolean }) {
  const t = useTranslations('bench')
  return (
    <p className={classNames('min-w-0 wrap-anywhere', !large && 'text-[15px]')}>
      <span className={classNames('tabular-nums', large ? 'text-xl font-title' : 'font-semibold')}>
        {parcel.orderCode}
      </span>
      <span className={classNames('text-ink-2', large && 'block')}>
        {!large && ' · '}
        {[parcel.shopName, parcel.carrier, parcel.trackingNumber].filter(Boolean).join(' · ')}
      </span>
      {parcel.parcels > 1 && (
        <span className="block text-[13px] text-ink-2">{t('severalParcels', { count: parcel.parcels })}</span>
      )}
    </p>
  )
}
