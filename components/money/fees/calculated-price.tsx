'use client'

import { useLocale, useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import type { BetterPrices } from '@/lib/money/fees/best-price'
import type { Calculated } from '@/lib/money/fees/calculation'
import { priceLineKeys, type PriceLineKey, type PriceLines } from '@/lib/money/fees/price-terms'
import { formatMoney, formatPercent } from '@/lib/core/money'
import { FeeTrace } from './fee-trace'

const sums: readonly PriceLineKey[] = ['price', 'payout', 'profit']

/** `isConfirmed`: the shop's own charged orders match its rule. */
export function CalculatedPrice({ result, isConfirmed }: { result: Calculated; isConfirmed: boolean }) {
  const t = useTranslations('fees.calculator')
  const language = useLocale()
  if (result.state !== 'found') return <p className="text-ink-2">{t(result.state)}</p>
  const { lines, rule, better, isSought } = result
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-3">
        <div>
          <dt className="text-[13px] text-ink-2">{t(isSought ? 'found' : 'profit')}</dt>
          <dd className="text-2xl font-title tabular-nums">
            {isSought ? formatMoney(lines.price, language) : <Amount cents={lines.profit} />}
          </dd>
        </div>
        <div>
          <dt className="text-[13px] text-ink-2">{t('marginIs')}</dt>
          <dd className="text-2xl font-title tabular-nums">
            {lines.margin === null ? (
              <Amount cents={null} />
            ) : (
              formatPercent(Number(lines.margin) / 1_000_000, language, { fractionDigits: 2 })
            )}
          </dd>
        </div>
      </dl>
      {lines.cost === null && <p className="text-[13px] text-warn">{t('unknownCost')}</p>}
      {lines.tax === null && <p className="text-[13px] text-warn">{t('unknownTax')}</p>}
      {better && <ZoneNote better={better} />}
      <LineTable lines={lines} />
      <p className="text-[13px] text-ink-2">
        {t('rule', { rule: rule.name })}
        {!isConfirmed && <span className="text-warn">{`, ${t('notConfirmed')}`}</span>}
      </p>
      <FeeTrace trace={lines.trace} />
    </div>
  )
}

function ZoneNote({ better: { below, above } }: { better: BetterPrices }) {
  const t = useTranslations('fees.calculator')
  const language = useLocale()
  const money = (cents: bigint) => formatMoney(cents, language)
  const under = { below: money(below.priceCents), belowPays: money(below.paysCents) }
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-[13px] text-warn">
      {above
        ? t('zone', { ...under, above: money(above.priceCents), abovePays: money(above.paysCents) })
        : t('zoneOpen', under)}
    </p>
  )
}

function LineTable({ lines }: { lines: PriceLines }) {
  const t = useTranslations('fees.lines')
  const shown = priceLineKeys.filter((key) => sums.includes(key) || lines[key] !== 0n)
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">{t('how')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('line')}</th>
          <th scope="col">{t('amount')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {shown.map((key) => (
          <tr key={key} className={sums.includes(key) ? 'font-semibold' : undefined}>
            <th
              scope="row"
              className={classNames('py-1.5 text-left', sums.includes(key) ? 'font-semibold' : 'font-normal')}
            >
              {t(key)}
            </th>
            <td className="py-1.5 text-right">
              <Amount cents={lines[key]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amount({ cents }: { cents: bigint | null }) {
  const t = useTranslations('fees.lines')
  const language = useLocale()
  if (cents === null) return <span className="text-base font-normal text-warn">{t('unknown')}</span>
  return formatMoney(cents, language)
}
