'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { DateInput } from '@/components/ui/date-input'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { failingAs } from '@/components/ui/failing-as'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { createExpenseAction, updateExpenseAction } from '@/lib/money/expenses/actions'
import type { OpenExpense, PlaceChoice } from '@/lib/money/expenses/details'
import { readDraft, type ExpenseDraft } from '@/lib/money/expenses/draft'
import { expenseKinds, type ChangeScope } from '@/lib/money/expenses/schema'
import { RepeatFields } from './repeat-fields'
import { ScopeChoice } from './series-fields'
import { PaperClipIcon } from '@heroicons/react/24/outline'
import { Button } from '@/components/ui/button'
import { DocumentDrop } from './document-drop'

type ExpenseFormProps = {
  id: string
  initial: ExpenseDraft
  existing: OpenExpense | null
  categories: string[]
  places: PlaceChoice[]
  today: Day
  seriesNote?: ReactNode
  onDirty: (dirty: boolean) => void
  onPending: (pending: boolean) => void
  onDone: () => void
}

const create = failingAs(createExpenseAction, 'expenseAddFailed')
const update = failingAs(updateExpenseAction, 'expenseUpdateFailed')

export function ExpenseForm(props: ExpenseFormProps) {
  const { id, initial, existing, categories, places, today, onDirty, onPending, onDone } = props
  const t = useTranslations('expenses')
  const language = useLocale()
  const [draft, setDraft] = useState(initial)
  const [scope, setScope] = useState<ChangeScope>('this')
  const [isSending, setSending] = useState(false)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const creating = useAction(create, {
    successMessage: ({ made }) => (made > 1 ? t('repeat.addedMany', { count: made }) : t('added')),
    onSuccess: onDone,
  })
  const updating = useAction(update, { successMessage: t('updated'), onSuccess: onDone })
  const saving = existing ? updating : creating
  const fields = unreadable?.fields ?? saving.fields
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const set = (changes: Partial<ExpenseDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const read = readDraft(draft, language)
    if (!read.ok) return setUnreadable({ error: { code: 'invalidInput' }, fields: read.fields })
    setUnreadable(null)
    onPending(true)
    const { repeat: _, ...changed } = read.input
    if (existing) await updating.run({ ...changed, id: existing.id, version: existing.version, scope })
    else await creating.run(read.input)
    onPending(false)
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={unreadable?.error ?? saving.error}
        fields={fields}
        labels={useLabels()}
        changed={existing && <WhatChanged kind="expense" id={existing.id} />}
      />
      {props.seriesNote}
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
            options={expenseKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
        </Field>
        <Field label={t('dueDay')} required error={fields.dueOn}>
          <DateInput name="dueOn" value={draft.dueOn} today={today} onChange={(dueOn) => set({ dueOn })} />
        </Field>
      </div>
      {!existing && <RepeatFields draft={draft} set={set} today={today} fields={fields} />}
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
      <PlaceField
        value={draft.place}
        onChange={(place) => set({ place })}
        places={places}
        ownName={existing?.placeName ?? null}
        error={fields.place}
      />
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
      <ReceiptField
        receipt={draft.receipt}
        onChange={(receipt) => set({ receipt })}
        onSending={(sending) => {
          setSending(sending)
          onPending(sending)
        }}
        href={existing && draft.receipt?.id === existing.fileId ? `/api/expenses/${existing.id}/receipt` : null}
        error={fields.fileId}
      />
      {existing?.seriesId && <ScopeChoice name={`${id}-scope`} scope={scope} onChange={setScope} hint />}
    </form>
  )
}

function useLabels() {
  const t = useTranslations('expenses')
  return {
    description: t('labels.title'),
    amountCents: t('amount'),
    kind: t('kind'),
    dueOn: t('dueDay'),
    category: t('category'),
    place: t('place'),
    paidOn: t('labels.paidOn'),
    untilOn: t('repeat.until'),
    times: t('repeat.count'),
    dueDays: t('repeat.plan'),
    fileId: t('receipt.label'),
  }
}

const types = ['entity', 'shop', 'channel'] as const

type PlaceFieldProps = {
  value: string
  onChange: (place: string) => void
  places: PlaceChoice[]
  /** The name of what it belongs to now, where that is no choice any more. */
  ownName: string | null
  error?: string[]
}

/** Whose the expense is: the company's, or one legal entity's, shop's or channel's. */
function PlaceField({ value, onChange, places, ownName, error }: PlaceFieldProps) {
  const t = useTranslations('expenses')
  const isKnown = value === 'company' || places.some(({ type, id }) => `${type}:${id}` === value)
  return (
    <Field label={t('place')} hint={t('placeHint')} error={error}>
      <Select name="place" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="company">{t('places.company')}</option>
        {!isKnown && <option value={value}>{ownName}</option>}
        {types.map((type) => {
          const own = places.filter((place) => place.type === type)
          return own.length === 0 ? null : (
            <optgroup key={type} label={t(`places.${type}`)}>
              {own.map(({ id, name }) => (
                <option key={id} value={`${type}:${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        })}
      </Select>
    </Field>
  )
}

type Receipt = ExpenseDraft['receipt']
type ReceiptFieldProps = {
  receipt: Receipt
  onChange: (receipt: Receipt) => void
  onSending: (sending: boolean) => void
  /** Where the receipt that is saved already can be opened. */
  href: string | null
  error?: string[]
}

function ReceiptField({ receipt, onChange, onSending, href, error }: ReceiptFieldProps) {
  const t = useTranslations('expenses.receipt')
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium text-ink">{t('label')}</legend>
      {receipt ? (
        <div className="flex flex-wrap items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3">
          <PaperClipIcon aria-hidden className="size-[18px] shrink-0 text-ink-2" />
          {href ? (
            <a href={href} target="_blank" rel="noreferrer" className="min-w-0 flex-1 truncate font-medium">
              {receipt.name}
            </a>
          ) : (
            <span className="min-w-0 flex-1 truncate font-medium">{receipt.name}</span>
          )}
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            {t('remove')}
          </Button>
        </div>
      ) : (
        <DocumentDrop
          path="/api/expenses/receipts"
          texts={{ add: t('add'), choose: t('choose'), hint: t('hint'), sending: t('sending') }}
          onSent={onChange}
          onSending={onSending}
          error={error}
        />
      )}
    </fieldset>
  )
}
