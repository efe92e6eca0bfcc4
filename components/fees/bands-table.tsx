import { useLocale, useTranslations } from 'next-intl'
import { rateText } from '@/lib/fees/rounding'
import type { FeeBand } from '@/lib/fees/schema'
import { formatMoney } from '@/lib/money'
import { formatRate } from '@/lib/settings/rates'

/** A rule's bands as a plain table: what a price pays. */
export function BandsTable({ label, bands }: { label: string; bands: readonly FeeBand[] }) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  return (
    <table className="w-full max-w-xl text-[13px] tabular-nums">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="text-left text-xs text-ink-3">
          <th scope="col" className="py-1 pr-2 font-medium">
            {t('band')}
          </th>
          {(['commission', 'service', 'fixed'] as const).map((key) => (
            <th key={key} scope="col" className="py-1 pl-2 text-right font-medium">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {bands.map(({ fromCents, toCents, commission, service, fixedCents }) => (
          <tr key={String(fromCents)}>
            <th scope="row" className="py-1 pr-2 text-left font-normal">
              {toCents === null
                ? t('bandFrom', { from: formatMoney(fromCents, language) })
                : t('bandSpan', { from: formatMoney(fromCents, language), to: formatMoney(toCents, language) })}
            </th>
            <td className="py-1 pl-2 text-right">{formatRate(rateText(commission), language)}</td>
            <td className="py-1 pl-2 text-right">{formatRate(rateText(service), language)}</td>
            <td className="py-1 pl-2 text-right">{formatMoney(fixedCents, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
