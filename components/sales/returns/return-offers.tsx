import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { ReturnView } from '@/lib/sales/returns/views'

/** The offers of seller and buyer, oldest first. */
export function ReturnOffers({ back, timeZone }: { back: ReturnView; timeZone: string }) {
  const t = useTranslations('returns')
  const language = useLocale()
  if (back.offers.length === 0) return null
  return (
    <Card>
      <CardHeader title={t('offersTitle')} className="mb-3" />
      <ol className="grid gap-2">
        {back.offers.map(({ by, cents, at }, index) => (
          <li key={index}>
            <p className="font-medium">{t(`offer.${by}`, { amount: formatMoney(BigInt(cents), language) })}</p>
            {at && (
              <p className="text-[13px] text-ink-3 tabular-nums">{formatDateTime(new Date(at), language, timeZone)}</p>
            )}
          </li>
        ))}
      </ol>
      {back.state === 'open' && back.offersLeft !== null && (
        <p className="mt-2 text-ink-2">{t('offersLeft', { count: back.offersLeft })}</p>
      )}
    </Card>
  )
}
