import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { formatDay } from '@/lib/core/dates'
import { formatAmount, formatMoney } from '@/lib/core/money'

/** One order of R$ 129.90 under the rule of 1 October 2026, charged with the commission of another band. */
const lines = [
  { key: 'products', rule: 12990n, charged: 12990n },
  { key: 'commission', rule: -1637n, charged: -2416n },
  { key: 'service', rule: -2182n, charged: -2182n },
  { key: 'freight', rule: 0n, charged: 0n },
] as const
const ruleTotal = lines.reduce((sum, line) => sum + line.rule, 0n)
const chargedTotal = lines.reduce((sum, line) => sum + line.charged, 0n)

export function OrderPreview() {
  const t = useTranslations('landing.order')
  const language = useLocale()
  return (
    <figure className="relative m-0">
      <div className="rounded-card border border-line bg-surface shadow-floating">
        <div className="flex items-start justify-between gap-3 border-b border-line px-5 py-4">
          <div>
            <p className="text-[15px] font-title">{t('title', { code: '261104QK82LMZ7' })}</p>
            <p className="text-[13px] text-ink-3">
              {t('subtitle', {
                delivered: formatDay('2026-11-11', language),
                released: formatDay('2026-11-18', language),
              })}
            </p>
          </div>
          <Badge tone="bad">{t('cause')}</Badge>
        </div>
        <table className="w-full">
          <caption className="sr-only">{t('caption')}</caption>
          <thead>
            <tr className="text-xs text-ink-3">
              <th scope="col" className="px-5 pt-3 pb-1 text-left font-normal">
                {t('line')}
              </th>
              <th scope="col" className="px-2 pt-3 pb-1 text-right font-normal whitespace-nowrap">
                {t('rule')}
              </th>
              <th scope="col" className="px-5 pt-3 pb-1 text-right font-normal whitespace-nowrap">
                {t('charged')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, rule, charged }) => {
              const differs = rule !== charged
              return (
                <tr key={key} className={classNames(differs && 'bg-bad-soft font-semibold text-bad')}>
                  <th
                    scope="row"
                    className={classNames('px-5 py-2 text-left', differs ? 'font-semibold' : 'font-normal')}
                  >
                    {t(`lines.${key}`)}
                  </th>
                  <td className="money px-2 py-2 text-right">{formatAmount(rule, language)}</td>
                  <td className="money px-5 py-2 text-right">{formatAmount(charged, language)}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr className="border-t border-line font-title">
              <th scope="row" className="px-5 py-3 text-left font-title">
                {t('payout')}
              </th>
              <td className="money px-2 py-3 text-right">{formatAmount(ruleTotal, language)}</td>
              <td className="money px-5 py-3 text-right">{formatAmount(chargedTotal, language)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mx-5 mb-4 rounded-control bg-accent-soft px-4 py-3 leading-5 text-ink">
          <strong className="font-title text-accent-text">
            {t('missing', { amount: formatMoney(ruleTotal - chargedTotal, language) })}
          </strong>{' '}
          {t('why', { day: formatDay('2026-10-01', language) })}
        </p>
        <dl className="flex items-center justify-between border-t border-line px-5 py-3">
          <dt className="text-ink-2">{t('margin')}</dt>
          <dd className="flex items-center gap-2">
            <span className="text-ink-3">{t('dash')}</span>
            <Badge tone="warn">{t('noCost')}</Badge>
          </dd>
        </dl>
      </div>
      <figcaption className="mt-3 text-center text-xs text-ink-3">{t('example')}</figcaption>
    </figure>
  )
}
