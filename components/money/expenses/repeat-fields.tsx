'use client'

import { useLocale, useTranslations } from 'next-intl'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Select } from '@/components/ui/field'
import type { Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { listDueDays, type ExpenseDraft, type RepeatEnd } from '@/lib/money/expenses/draft'
import { splitInstalments } from '@/lib/money/expenses/rhythm'
import { formatMoney, parseMoney } from '@/lib/core/money'

type RepeatFieldsProps = {
  draft: ExpenseDraft
  set: (changes: Partial<ExpenseDraft>) => void
  today: Day
  fields: FieldErrors
}

const rhythms = ['weekly', 'monthly', 'yearly', 'instalments'] as const
const hints = { weekly: 'hintWeekly', monthly: 'hintMonthly', yearly: 'hintYearly' } as const
const ends: readonly RepeatEnd[] = ['never', 'on', 'times']
const endLabels = { never: 'endNever', on: 'endOn', times: 'endTimes' } as const

/** For a new expense: whether and how often it repeats; or the number of parts of its total. */
export function RepeatFields({ draft, set, today, fields }: RepeatFieldsProps) {
  const t = useTranslations('expenses.repeat')
  const { rhythm } = draft
  const choose = (value: string) => {
    const next = rhythms.find((known) => known === value) ?? null
    set({ rhythm: next, repeatEnd: 'never', times: next === 'instalments' ? '3' : '12', dueDays: {} })
  }
  return (
    <>
      <Field
        label={t('label')}
        hint={
          rhythm && rhythm !== 'instalments'
            ? `${t(hints[rhythm], { day: Number(draft.dueOn?.slice(8) ?? 0) })} ${t('hintAhead')}`
            : undefined
        }
      >
        <Select
          name="rhythm"
          value={rhythm ?? ''}
          onChange={({ target }) => choose(target.value)}
          options={rhythms.map((known) => ({ value: known, label: t(known) }))}
        >
          <option value="">{t('none')}</option>
        </Select>
      </Field>
      {rhythm === 'instalments' && <Instalments draft={draft} set={set} today={today} fields={fields} />}
      {rhythm && rhythm !== 'instalments' && <End draft={draft} set={set} today={today} fields={fields} />}
      {rhythm && draft.paid && <p className="-mt-2 text-xs text-ink-3">{t('firstPaid')}</p>}
    </>
  )
}

function End({ draft, set, today, fields }: RepeatFieldsProps) {
  const t = useTranslations('expenses.repeat')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('end')}>
        <Select
          name="repeatEnd"
          value={draft.repeatEnd}
          onChange={({ target }) => set({ repeatEnd: ends.find((end) => end === target.value) })}
          options={ends.map((end) => ({ value: end, label: t(endLabels[end]) }))}
        />
      </Field>
      {draft.repeatEnd === 'on' && (
        <Field label={t('until')} required error={fields.untilOn}>
          <DateInput name="untilOn" value={draft.untilOn} today={today} onChange={(untilOn) => set({ untilOn })} />
        </Field>
      )}
      {draft.repeatEnd === 'times' && (
        <Field label={t('times')} required error={fields.times}>
          <Input
            name="times"
            inputMode="numeric"
            value={draft.times}
            onChange={({ target }) => set({ times: target.value })}
          />
        </Field>
      )}
    </div>
  )
}

function Instalments({ draft, set, today, fields }: RepeatFieldsProps) {
  const t = useTranslations('expenses.repeat')
  const language = useLocale()
  const dueDays = listDueDays(draft)
  const amount = parseMoney(draft.amount, language)
  const divides = amount.ok && dueDays.length > 0 && amount.cents >= BigInt(dueDays.length)
  const parts = divides ? splitInstalments(amount.cents, dueDays.length) : null
  return (
    <>
      <Field label={t('count')} hint={t('total')} required error={fields.times} className="sm:max-w-[calc(50%-8px)]">
        <Input
          name="times"
          inputMode="numeric"
          value={draft.times}
          onChange={({ target }) => set({ times: target.value })}
        />
      </Field>
      {dueDays.length > 0 && (
        <ol
          className="flex max-h-72 flex-col gap-2 overflow-y-auto rounded-control border border-line p-3"
          tabIndex={0}
        >
          {dueDays.map((day, index) => (
            <li key={index} className="flex items-center gap-3">
              <span className="w-16 shrink-0 text-[13px] text-ink-2 tabular-nums">{`${index + 1}/${dueDays.length}`}</span>
              <Field
                hideLabel
                label={t('dueOf', { number: index + 1 })}
                error={day === null ? fields.dueDays : undefined}
                className="flex-1"
              >
                <DateInput
                  value={day}
                  today={today}
                  onChange={(next) =>
                    index === 0 ? set({ dueOn: next }) : set({ dueDays: { ...draft.dueDays, [index]: next } })
                  }
                />
              </Field>
              <span className="w-28 shrink-0 text-right tabular-nums">
                {parts && formatMoney(parts[index]!, language)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
