import { ArrowUpTrayIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { reconciliationTabs } from '@/lib/money/cases/tabs'
import { formatDay, type Day } from '@/lib/core/dates'
import type { SettlementFilters } from '@/lib/money/reconciliation/filters'

type ReconciliationHeaderProps = { filters: SettlementFilters; ruleFrom: Day | null }

/** Period and rule of the list, with its actions. */
export function ReconciliationHeader({ filters: { from, to }, ruleFrom }: ReconciliationHeaderProps) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const days = (from || to) && [from, to].map((day) => (day ? formatDay(day, language) : '…'))
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-2 tabular-nums">
        {[
          days ? t('period', { from: days[0]!, to: days[1]! }) : t('anyDay'),
          ruleFrom ? t('rule', { day: formatDay(ruleFrom, language) }) : t('noRule'),
        ].join(' · ')}
      </p>
      <div data-print="hide" className="flex flex-wrap gap-2">
        <ExportButton kind="settlements" />
        <ButtonLink href={reconciliationTabs.files}>
          <ArrowUpTrayIcon aria-hidden />
          {t('actions.import')}
        </ButtonLink>
      </div>
    </div>
  )
}
