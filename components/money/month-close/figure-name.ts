import { useTranslations } from 'next-intl'
import type { FigureLine } from '@/lib/money/month-close/figures'
import { nameKeyOf } from '@/lib/money/month-close/line-name'

/** A figure by the name that it has wherever it is shown. */
export function useFigureName(): (line: FigureLine) => string {
  const t = useTranslations()
  return (line) => t(nameKeyOf(line) as never)
}
