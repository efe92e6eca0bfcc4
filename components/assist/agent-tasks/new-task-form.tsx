'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DateInput } from '@/components/ui/date-input'
import { Checkbox, Field, Select, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { createTaskAction } from '@/lib/assist/agent-tasks/actions'
import { taskPath } from '@/lib/assist/agent-tasks/paths'
import {
  jobKinds,
  readyJobs,
  sectionsOf,
  MAX_QUESTION,
  type JobKind,
  type SectionName,
} from '@/lib/assist/agent-tasks/schema'
import type { TaskList } from '@/lib/assist/agent-tasks/views'
import { addDays, addMonths, startOfMonth, type Day } from '@/lib/core/dates'
import { classNames } from '@/components/ui/class-names'

type NewTaskFormProps = { list: Pick<TaskList, 'hasKey' | 'sections' | 'shops' | 'today'> }
type Draft = {
  kind: JobKind
  worker: 'manus' | 'local'
  from: Day | null
  to: Day | null
  shopId: string
  sections: SectionName[]
  question: string
}

/** The month that is over: what there is to review. */
const lastMonth = (today: Day) => {
  const first = startOfMonth(today)
  return { from: addMonths(first, -1), to: addDays(first, -1) }
}

export function NewTaskForm({ list: { hasKey, sections: allowed, shops, today } }: NewTaskFormProps) {
  const t = useTranslations('agentTasks')
  const language = useLocale()
  const router = useRouter()
  const dataOf = (kind: JobKind) => sectionsOf[kind].filter((name) => allowed.includes(name))
  const kinds = (hasKey ? jobKinds : readyJobs).filter((kind) => dataOf(kind).length > 0)
  const first = kinds[0]!
  const [draft, setDraft] = useState<Draft>({
    kind: first,
    worker: hasKey ? 'manus' : 'local',
    ...lastMonth(today),
    shopId: '',
    sections: dataOf(first),
    question: '',
  })
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const confirming = useAction(createTaskAction, { onSuccess: ({ taskId }) => router.push(taskPath(taskId)) })
  useUnsavedGuard(draft.question !== '' && !confirming.pending)
  const { kind, sections, question, from, to, shopId } = draft
  const worker = kind === 'own' ? 'manus' : draft.worker
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirming.run({
      kind,
      worker,
      sections,
      language,
      from: from ?? '',
      to: to ?? '',
      shopId: shopId || null,
      question: worker === 'manus' ? question.trim() || null : null,
    })
  }
  return (
    <Card>
      <CardHeader title={t('form.title')} className="mb-3" />
      <form noValidate onSubmit={submit} className="grid gap-4">
        <FormError
          error={confirming.error}
          fields={confirming.fields}
          labels={{ from: t('form.from'), to: t('form.to'), sections: t('form.data'), question: t('form.question') }}
        />
        <ChoiceCards
          legend={t('form.kind')}
          name="kind"
          chosen={kind}
          onChoose={(next) => set({ kind: next, sections: dataOf(next) })}
          options={kinds.map((value) => ({ value, title: t(`kinds.${value}`), text: t(`kindTexts.${value}`) }))}
        />
        {hasKey && kind !== 'own' && (
          <ChoiceCards
            legend={t('form.worker')}
            name="worker"
            chosen={worker}
            onChoose={(next) => set({ worker: next })}
            options={[
              { value: 'manus', title: t('form.manusWorker') },
              { value: 'local', title: t('form.localWorker') },
            ]}
          />
        )}
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label={t('form.from')} error={confirming.fields.from}>
            <DateInput name="from" value={from} today={today} onChange={(day) => set({ from: day })} />
          </Field>
          <Field label={t('form.to')} error={confirming.fields.to}>
            <DateInput name="to" value={to} today={today} onChange={(day) => set({ to: day })} />
          </Field>
          <Field label={t('form.shop')}>
            <Select
              name="shop"
              value={shopId}
              onChange={({ target }) => set({ shopId: target.value })}
              options={shops.map(({ id, name }) => ({ value: id, label: name }))}
            >
              <option value="">{t('form.allShops')}</option>
            </Select>
          </Field>
        </div>
        <fieldset>
          <legend className="mb-1.5 text-[13px] font-medium">{t('form.data')}</legend>
          <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
            {allowed.map((name) => (
              <Checkbox
                key={name}
                label={t(`sections.${name}`)}
                checked={sections.includes(name)}
                onChange={({ target }) =>
                  set({ sections: allowed.filter((one) => (one === name ? target.checked : sections.includes(one))) })
                }
              />
            ))}
          </div>
          {confirming.fields.sections && <p className="mt-2 text-[13px] text-bad">{t('fields.sections')}</p>}
          <p className="mt-2 text-[13px] text-ink-2">{t('form.noPersonal')}</p>
        </fieldset>
        {worker === 'manus' && (
          <Field
            label={kind === 'own' ? t('form.question') : t('form.questionOptional')}
            hint={t('form.questionHint')}
            required={kind === 'own'}
            error={confirming.fields.question}
          >
            <Textarea
              name="question"
              maxLength={MAX_QUESTION}
              value={question}
              placeholder={kind === 'own' ? undefined : t(`prompts.${kind}`)}
              onChange={({ target }) => set({ question: target.value })}
            />
          </Field>
        )}
        <div>
          <Button type="submit" variant="primary" pending={confirming.pending}>
            {worker === 'manus' ? t('form.submitManus') : t('form.submitLocal')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type Option<Value extends string> = { value: Value; title: string; text?: string }
type ChoiceCardsProps<Value extends string> = {
  legend: string
  name: string
  options: readonly Option<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A few choices, each with what it means. */
function ChoiceCards<Value extends string>({ legend, name, options, chosen, onChoose }: ChoiceCardsProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      <div className={classNames('grid gap-2', options.length === 3 ? 'lg:grid-cols-3' : 'sm:grid-cols-2')}>
        {options.map(({ value, title, text }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-2 rounded-control border border-line px-3 py-2.5 has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              onChange={() => onChoose(value)}
              className="mt-1 accent-accent-text focus-visible:outline-none"
            />
            <span>
              <span className="block font-semibold">{title}</span>
              {text && <span className="block text-[13px] text-ink-2">{text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
