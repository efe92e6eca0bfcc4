'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { FilterPopover } from '@/components/ui/popover'
import { expensesHref, type ExpenseFilters } from '@/lib/money/expenses/filters'
import { formatAmount, parseMoney } from '@/lib/core/money'
import { useAmountText } from './use-amount-text'

export function AmountFilter({ filters }: { filters: ExpenseFilters }) {
  const t = useTranslations('expenses.amountRange')
  const chosen = useAmountText(filters)
  const shown = chosen ?? t('any')
  return (
    <FilterPopover align="end" label={t('label')} text={shown} on={chosen !== null}>
      {(close) => <AmountForm filters={filters} onDone={close} />}
    </FilterPopover>
  )
}

function AmountForm({ filters, onDone }: { filters: ExpenseFilters; onDone: () => void }) {
  const t = useTranslations('expenses.amountRange')
  const language = useLocale()
  const router = useRouter()
  const textOf = (cents: bigint | null) => (cents === null ? '' : formatAmount(cents, language))
  const [draft, setDraft] = useState({ min: textOf(filters.minCents), max: textOf(filters.maxCents) })
  const read = (text: string) => {
    if (text.trim() === '') return null
    const parsed = parseMoney(text, language)
    return parsed.ok ? parsed.cents : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [minCents, maxCents] = [read(draft.min), read(draft.max)]
    if (minCents === undefined || maxCents === undefined) return
    onDone()
    router.push(expensesHref(filters, { minCents, maxCents }), { scroll: false })
  }
  return (
    <form onSubmit={submit} className="flex w-72 max-w-full flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('from')}>
          <MoneyInput value={draft.min} onChange={(min) => setDraft({ ...draft, min })} />
        </Field>
        <Field label={t('to')}>
          <MoneyInput value={draft.max} onChange={(max) => setDraft({ ...draft, max })} />
        </Field>
      </div>
      <div className="flex justify-end">
        <Button variant="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}
