import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '@/lib/core/money'
import type { SetupStep } from '@/lib/insight/setup-guide/steps'

/** The missing part of a step, and its size. */
export function LackText({ step: { key, lack } }: { step: SetupStep }) {
  const t = useTranslations('setup.steps')
  const language = useLocale()
  if (!lack) return null
  const value = lack.cents > 0n ? formatMoney(lack.cents, language) : 'none'
  return t(`${key}.lacks.${lack.key}` as 'costs.lacks.products', { count: lack.count, of: lack.of, value })
}
