'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Checkbox, Field, NumberInput, Select } from '@/components/ui/field'
import type { Day } from '@/lib/core/dates'
import { deskHref, type DeskFilters } from '@/lib/money/prices/desk-filters'
import { draftOf, readRuleDraft, ruleChoices, type RuleDraft } from '@/lib/money/prices/rule-draft'

/** The day whose fees hold, and how new prices come about: all of it stands in the address. */
export function RuleForm({ filters, today, day }: { filters: DeskFilters; today: Day; day: Day }) {
  const t = useTranslations('priceDesk.form')
  const language = useLocale()
  const router = useRouter()
  const [chosen, setChosen] = useState<Day | null>(day)
  const [draft, setDraft] = useState(() => draftOf(filters.rule, language))
  const [fields, setFields] = useState<Record<string, string[]>>({})
  const [isUndated, setUndated] = useState(false)
  const change = (changes: Partial<RuleDraft>) => {
    setFields({})
    setDraft({ ...draft, ...changes })
  }
  const go = (rule: DeskFilters['rule']) => {
    const show = rule || (filters.show !== 'changes' && filters.show !== 'kept') ? filters.show : null
    router.push(deskHref(filters, { rule, show, day: chosen === today ? null : chosen }), { scroll: false })
  }
  const run = (event: FormEvent) => {
    event.preventDefault()
    const read = readRuleDraft(draft, language)
    // The fees of another day than the one that was meant would answer without a word.
    setFields(read.ok ? {} : read.fields)
    setUndated(chosen === null)
    if (read.ok && chosen !== null) go(read.rule)
  }
  const error = (name: string) => fields[name]?.map((key) => t(key as 'percentInvalid'))
  const hasValue = draft.kind === 'margin' || draft.kind === 'percent' || draft.kind === 'set'
  return (
    <form noValidate onSubmit={run} className="grid gap-3 p-4">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[10rem_minmax(0,1fr)_10rem_10rem]">
        <Field label={t('day')} error={isUndated && chosen === null ? 'errors.dateInvalid' : undefined}>
          <DateInput name="day" value={chosen} today={today} onChange={setChosen} />
        </Field>
        <Field label={t('rule')}>
          <Select
            name="rule"
            value={draft.kind}
            onChange={({ target }) =>
              change({ kind: ruleChoices.find((each) => each === target.value) ?? 'none', value: '' })
            }
            options={ruleChoices.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
        </Field>
        {hasValue && (
          <Field label={t(`values.${draft.kind as 'margin' | 'percent' | 'set'}`)} error={error('value')}>
            <NumberInput
              name="value"
              inputMode={draft.kind === 'percent' ? 'text' : 'decimal'}
              maxLength={14}
              value={draft.value}
              onChange={(text) => change({ value: text })}
            />
          </Field>
        )}
        {draft.kind !== 'none' && (
          <Field label={t('lock')} error={error('lock')}>
            <NumberInput
              name="lock"
              inputMode="decimal"
              maxLength={12}
              value={draft.lock}
              onChange={(text) => change({ lock: text })}
            />
          </Field>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {draft.kind !== 'none' && draft.kind !== 'set' && (
          <Checkbox
            label={t('ending')}
            checked={draft.isEnded}
            onChange={({ target }) => change({ isEnded: target.checked })}
          />
        )}
        <span className="ml-auto flex gap-2 max-sm:w-full">
          {(filters.rule !== null || filters.day !== null) && (
            <Button
              onClick={() =>
                router.push(deskHref({ ...filters, day: null }, { rule: null, show: null }), { scroll: false })
              }
            >
              {t('clear')}
            </Button>
          )}
          <Button variant="primary" type="submit">
            {t(draft.kind === 'none' ? 'apply' : 'preview')}
          </Button>
        </span>
      </div>
    </form>
  )
}
