import { useLocale, useTranslations } from 'next-intl'
import type { ExpenseFilters } from '@/lib/money/expenses/filters'
import { formatMoney } from '@/lib/core/money'

/** 'R$ 10,00 a R$ 20,00', or with one side open; null without a range. */
export function useAmountText({ minCents, maxCents }: Pick<ExpenseFilters, 'minCents' | 'maxCents'>): string | null {
  const t = useTranslations('expenses.amountRange')
  const language = useLocale()
  const [from, to] = [minCents, maxCents].map((cents) => (cents === null ? null : formatMoney(cents, language)))
  if (from && to) return t('between', { from, to })
  if (from) return t('above', { from })
  return to ? t('below', { to }) : null
}
