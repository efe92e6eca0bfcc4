'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import Link from 'next/link'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import type { DraftRange } from '@/components/ui/calendar'
import { classNames } from '@/components/ui/class-names'
import { DayRangeFields } from '@/components/ui/day-range-fields'
import { LazyRangeCalendar } from '@/components/ui/lazy-calendar'
import { FilterPopover } from '@/components/ui/popover'
import { Segments } from '@/components/ui/segments'
import type { Day } from '@/lib/core/dates'
import { duePeriods, dueText, expensesHref, periodDays, type ExpenseFilters } from '@/lib/money/expenses/filters'

type DueFilterProps = { filters: ExpenseFilters; today: Day; full?: boolean }

/** By due day, ahead as well as behind. */
export function DueFilter({ filters, today, full }: DueFilterProps) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const chosen = dueText(filters, language)
  const router = useRouter()
  const name = t(filters.by === 'paid' ? 'paidDay' : 'dueDay')
  const shown = filters.period ? t(`due.${filters.period}`) : (chosen ?? name)
  return (
    <FilterPopover align="end" label={name} text={shown} on={chosen !== null}>
      {(close) => (
        <>
          {full && (
            <div className="mb-3">
              <Segments
                legend={t('byDay.label')}
                options={periodDays.map((value) => ({ value, label: t(`byDay.${value}`) }))}
                chosen={filters.by}
                onChoose={(by) => router.push(expensesHref(filters, { by }), { scroll: false })}
              />
            </div>
          )}
          <ul className="mb-2 grid grid-cols-2 gap-2">
            {duePeriods.map((period) => (
              <li key={period} className="first:col-span-2">
                <Link
                  href={expensesHref(filters, { period, from: null, to: null })}
                  scroll={false}
                  onClick={close}
                  aria-current={filters.period === period || undefined}
                  className={classNames(
                    buttonClass({ size: 'sm' }),
                    'w-full',
                    filters.period === period && 'bg-accent-soft!',
                  )}
                >
                  {t(`due.${period}`)}
                </Link>
              </li>
            ))}
          </ul>
          <OwnDays filters={filters} today={today} onDone={close} />
        </>
      )}
    </FilterPopover>
  )
}

function OwnDays({ filters, today, onDone }: Omit<DueFilterProps, 'full'> & { onDone: () => void }) {
  const t = useTranslations('expenses')
  const router = useRouter()
  const { from, to } = filters
  const [draft, setDraft] = useState<DraftRange | null>(
    from || to ? { from: from ?? to ?? today, to: to ?? from } : null,
  )
  return (
    <>
      <DayRangeFields value={draft} onSelect={setDraft} />
      <LazyRangeCalendar value={draft} today={today} onSelect={setDraft} />
      <div className="mt-2 flex justify-end border-t border-line pt-3">
        <Button
          variant="primary"
          disabled={!draft}
          onClick={() => {
            onDone()
            if (!draft) return
            const days = { from: draft.from, to: draft.to ?? draft.from }
            router.push(expensesHref(filters, { period: null, ...days }), { scroll: false })
          }}
        >
          {t('applyDays')}
        </Button>
      </div>
    </>
  )
}
