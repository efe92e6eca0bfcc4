import { useLocale, useTranslations } from 'next-intl'
import { writeDollars } from '@/lib/assist/assistant/dollars'
import type { Spent, SpentView } from '@/lib/assist/assistant/spent'

/** The model's usage today and this month, in total and by person. */
export function SpentList({ spent: { limits, total, people } }: { spent: SpentView }) {
  const t = useTranslations('apis.spent')
  const language = useLocale()
  const said = (one: Spent) => ({
    day: t('cost', { cost: writeDollars(one.dayMicros, language), tokens: one.dayTokens }),
    month: t('cost', { cost: writeDollars(one.monthMicros, language), tokens: one.monthTokens }),
  })
  const rows = [
    { id: 'total', name: t('total'), ...said(total) },
    ...people.map((one) => ({ id: one.userId, name: one.name ?? t('former'), ...said(one) })),
  ]
  return (
    <section aria-label={t('title')} className="border-t border-line pt-3 text-[13px]">
      <h3 className="font-title">{t('title')}</h3>
      <dl className="mt-1 grid max-h-60 gap-1.5 overflow-y-auto tabular-nums" tabIndex={0} aria-label={t('title')}>
        {rows.map(({ id, name, day, month }) => (
          <div key={id}>
            <dt className="wrap-anywhere text-ink">{name}</dt>
            <dd className="text-ink-2">{t('dayAndMonth', { day, month })}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-ink-3">{t('limits', limits)}</p>
    </section>
  )
}
