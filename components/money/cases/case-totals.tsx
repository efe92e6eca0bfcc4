import { useLocale, useTranslations } from 'next-intl'
import { MetricCard } from '@/components/ui/metric-card'
import { casesHref, type CaseFilters } from '@/lib/money/cases/filters'
import type { CaseQueue } from '@/lib/money/cases/views'
import { formatMoney } from '@/lib/core/money'

const shown = [
  ['todo', { tab: 'todo' }],
  ['pending', { tab: 'waiting' }],
  ['recovered', { tab: 'closed', state: 'paid' }],
  ['lost', { tab: 'closed', state: 'expired' }],
] as const satisfies readonly [keyof CaseQueue['totals'], Partial<CaseFilters>][]

/** The totals of the queue's filter, without the step of the work; each leads to its cases. */
export function CaseTotals({ queue: { totals, filters } }: { queue: CaseQueue }) {
  const t = useTranslations('cases.totals')
  const language = useLocale()
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {shown.map(([name, changes]) => (
        <MetricCard
          key={name}
          label={t(name)}
          value={formatMoney(totals[name].cents, language)}
          href={casesHref(filters, { state: null, soon: false, ...changes })}
          note={t('cases', { count: totals[name].cases })}
        />
      ))}
    </div>
  )
}
