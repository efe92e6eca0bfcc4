import { useLocale, useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { rateText } from '@/lib/core/rounding'
import type { FeeBand } from '@/lib/money/fees/schema'
import { formatMoney } from '@/lib/core/money'
import { formatRate } from '@/lib/identity/settings/rates'
import { LineOrigin } from './line-origin'

type BandsTableProps = {
  label: string
  bands: readonly FeeBand[]
  /** The first prices of the bands that charged orders confirm; without them nothing is said of where a band comes from. */
  proved?: readonly bigint[]
}

/** A rule's bands as a plain table: what a price pays, and where each line comes from. */
export function BandsTable({ label, bands, proved }: BandsTableProps) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  const money = (cents: bigint) => formatMoney(cents, language)
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
      <tbody>
        {bands.map(({ fromCents, toCents, commission, service, fixedCents, cheap, origin }) => (
          <Fragment key={String(fromCents)}>
            <tr className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                {toCents === null
                  ? t('bandFrom', { from: money(fromCents) })
                  : t('bandSpan', { from: money(fromCents), to: money(toCents) })}
              </th>
              <td className="py-1 pl-2 text-right">{formatRate(rateText(commission), language)}</td>
              <td className="py-1 pl-2 text-right">{formatRate(rateText(service), language)}</td>
              <td className="py-1 pl-2 text-right">{money(fixedCents)}</td>
            </tr>
            {(cheap || proved) && (
              <tr>
                <td colSpan={4} className="pb-1.5">
                  {cheap && (
                    <span className="block text-right text-xs text-ink-2">
                      {t('cheap', {
                        amount: money(cheap.belowCents),
                        share: formatRate(rateText(cheap.rate), language),
                      })}
                    </span>
                  )}
                  {proved && <LineOrigin origin={origin} isConfirmed={proved.includes(fromCents)} />}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
