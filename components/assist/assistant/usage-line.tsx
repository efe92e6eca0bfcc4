import { useLocale, useTranslations } from 'next-intl'
import { writeDollars } from '@/lib/assist/assistant/dollars'
import type { UsageView } from '@/lib/assist/assistant/views'
import { formatPercent } from '@/lib/core/money'

/** How much of the day's limits is gone, a person's own and the company's. */
export function UsageLine({ usage }: { usage: UsageView }) {
  const t = useTranslations('assistant.usage')
  const language = useLocale()
  const { person, organization, limits, costMicros } = usage
  const share = (used: number, limit: number) => formatPercent(limit > 0 ? Math.min(1, used / limit) : 1, language)
  return (
    <p className="mt-1.5 px-1 text-xs text-ink-3 tabular-nums">
      {t('today', {
        own: share(person, limits.person),
        company: share(organization, limits.organization),
        tokens: person,
        cost: writeDollars(costMicros, language),
      })}
    </p>
  )
}
