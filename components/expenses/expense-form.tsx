'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { DateInput } from '@/components/ui/date-input'
import { failingAs } from '@/components/ui/failing-as'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import type { Day } from '@/lib/dates'
import type { FieldErrors } from '@/lib/errors'
import { createExpenseAction, updateExpenseAction } from '@/lib/expenses/actions'
import { readDraft, type ExpenseDraft } from '@/lib/expenses/draft'
import { expenseKinds } from '@/lib/expenses/schema'

type ExpenseFormProps = {
  id: string
  initial: ExpenseDraft
  existing: { id: string; version: number } | null
  categories: string[]
  today: Day
  onDirty: (dirty: boolean) => void
  onPending: (pending: boolean) => void
  onDone: () => void
}

const create = failingAs(createExpenseAction, 'expenseAddFailed')
const update = failingAs(updateExpenseAction, 'expenseUpdateFailed')

export function ExpenseForm(props: ExpenseFormProps) {
  const { id, initial, existing, categories, today, onDirty, onPending, onDone } = props
  const t = useTranslations('expenses')
  const language = useLocale()
  const [draft, setDraft] = useState(initial)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const creating = useAction(create, { successMessage: t('added'), onSuccess: onDone })
  const updating = useAction(update, { successMessage: t('updated'), onSuccess: onDone })
  const saving = existing ? updating : creating
  const fields = unreadable?.fields ?? saving.fields
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const set = (changes: Partial<ExpenseDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft, language)
    if (!read.ok) return setUnreadable({ error: { code: 'invalidInput' }, fields: read.fields })
    setUnreadable(null)
    onPending(true)
    if (existing) await updating.run({ ...read.input, id: existing.id, version: existing.version })
    else await creating.run(read.input)
    onPending(false)
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={unreadable?.error ?? saving.error}
        fields={fields}
        labels={{
          description: t('labels.title'),
          amountCents: t('amount'),
          kind: t('kind'),
          dueOn: t('dueDay'),
          category: t('category'),
          paidOn: t('labels.paidOn'),
        }}
      />
      <Field label={t('labels.title')} required error={fields.description}>
        <Input
          name="description"
          value={draft.description}
          onChange={({ target }) => set({ description: target.value })}
        />
      </Field>
      <Field label={t('amount')} required error={fields.amountCents}>
        <MoneyInput name="amountCents" value={draft.amount} onChange={(amount) => set({ amount })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('kind')} error={fields.kind}>
          <Select
            name="kind"
            value={draft.kind}
            onChange={({ target }) => set({ kind: expenseKinds.find((kind) => kind === target.value) })}
          >
            {expenseKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('dueDay')} required error={fields.dueOn}>
          <DateInput name="dueOn" value={draft.dueOn} today={today} onChange={(dueOn) => set({ dueOn })} />
        </Field>
      </div>
      <Field label={t('category')} optional error={fields.category}>
        <Input
          name="category"
          list={`${id}-categories`}
          value={draft.category}
          onChange={({ target }) => set({ category: target.value })}
        />
      </Field>
      <datalist id={`${id}-categories`}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Checkbox
        label={t('labels.paid')}
        checked={draft.paid}
        onChange={({ target }) => set({ paid: target.checked })}
      />
      {draft.paid && (
        <Field label={t('labels.paidOn')} required error={fields.paidOn}>
          <DateInput name="paidOn" value={draft.paidOn} today={today} onChange={(paidOn) => set({ paidOn })} />
        </Field>
      )}
    </form>
  )
}
