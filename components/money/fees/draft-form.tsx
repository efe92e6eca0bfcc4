'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Field, Select } from '@/components/ui/field'
import type { Day } from '@/lib/core/dates'
import { readBands, writeBands } from '@/lib/money/fees/draft-bands'
import { draftBands, readDraftBands } from '@/lib/money/fees/rule-draft'
import type { FeeBand } from '@/lib/money/fees/schema'
import { simulatorHref, type SimulationFilters } from '@/lib/money/fees/simulation-filters'
import type { FieldErrors } from '@/lib/core/errors'
import { BandsField } from './bands-field'

type Choice = { id: string; name: string; bands: FeeBand[] }
type DraftFormProps = {
  filters: SimulationFilters
  rules: Choice[]
  chosen: { id: string; bands: FeeBand[]; day: Day }
  today: Day
}

/** Which rule holds from which day on; with bands of its own it is a draft that stands in the address alone. */
export function DraftForm({ filters, rules, chosen, today }: DraftFormProps) {
  const t = useTranslations('fees.draft')
  const language = useLocale()
  const router = useRouter()
  const [ruleId, setRuleId] = useState(chosen.id)
  const [day, setDay] = useState<Day | null>(chosen.day)
  const [bands, setBands] = useState(() => draftBands(chosen.bands, language))
  const [fields, setFields] = useState<FieldErrors>({})
  const rule = rules.find(({ id }) => id === ruleId)
  const choose = (id: string) => {
    setRuleId(id)
    setFields({})
    setBands(draftBands(rules.find((each) => each.id === id)?.bands ?? [], language))
  }
  const run = (event: FormEvent) => {
    event.preventDefault()
    const read = readDraftBands(bands, language)
    setFields(read.fields)
    if (Object.keys(read.fields).length > 0) return
    const text = writeBands(read.bands)
    const isSame = rule !== undefined && writeBands(rule.bands) === text
    const next = { rule: ruleId, day, bands: isSame ? null : readBands(text) }
    router.push(simulatorHref(filters, next), { scroll: false })
  }
  return (
    <form noValidate onSubmit={run} className="grid gap-4 border-b border-line p-4">
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <Field label={t('rule')}>
          <Select
            name="rule"
            value={ruleId}
            onChange={({ target }) => choose(target.value)}
            options={rules.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field label={t('day')}>
          <DateInput name="day" value={day} today={today} onChange={setDay} />
        </Field>
      </div>
      <details open={filters.bands !== null}>
        <summary className="w-fit cursor-pointer text-[13px] font-medium text-accent-text">{t('bands')}</summary>
        <div className="mt-2">
          <BandsField bands={bands} onChange={setBands} fields={fields} />
        </div>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit">
          {t('run')}
        </Button>
        {filters.bands && <Button onClick={() => choose(ruleId)}>{t('reset')}</Button>}
      </div>
    </form>
  )
}
