'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DraftFrame, type FramedForm } from '@/components/ui/draft-frame'
import { Field, Input, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useClosing } from '@/components/ui/use-closing'
import {
  archiveSupplierAction,
  createSupplierAction,
  restoreSupplierAction,
  updateSupplierAction,
} from '@/lib/catalog/purchases/actions'
import { suppliersHref } from '@/lib/catalog/purchases/filters'
import type { SupplierRow } from '@/lib/catalog/purchases/supplier-queries'
import type { SupplierList } from '@/lib/catalog/purchases/views'

const texts = ['name', 'document', 'contactName', 'email', 'phone', 'leadTimeDays', 'note'] as const
type Draft = Record<(typeof texts)[number], string>

const draftOf = (supplier: SupplierRow | null): Draft => ({
  name: supplier?.name ?? '',
  document: supplier?.document ?? '',
  contactName: supplier?.contactName ?? '',
  email: supplier?.email ?? '',
  phone: supplier?.phone ?? '',
  leadTimeDays: supplier?.leadTimeDays?.toString() ?? '',
  note: supplier?.note ?? '',
})

/** Any other text is refused by the action, with its own message. */
const readDays = (text: string) => (text.trim() === '' ? null : /^\d{1,4}$/.test(text.trim()) ? Number(text) : -1)

/** Opened and closed by the address, beside the list. */
export function SupplierDrawer({ list }: { list: SupplierList }) {
  const t = useTranslations('purchases.suppliers')
  const { open, filters } = list
  const closedHref = suppliersHref(filters, { after: filters.after, before: filters.before })
  const { isOpen, close } = useClosing(open, closedHref)
  const existing = open === 'new' ? null : open
  return (
    <DraftFrame
      as="drawer"
      open={isOpen}
      onClose={close}
      title={t(existing ? 'edit' : 'new')}
      aside={(end) => existing && <ArchiveSupplier supplier={existing} onDone={end} />}
    >
      {(form) => (
        <>
          {existing && <HistoryLink kind="supplier" id={existing.id} />}
          {open && (
            <SupplierForm key={existing ? `${existing.id} ${existing.version}` : 'new'} {...form} existing={existing} />
          )}
        </>
      )}
    </DraftFrame>
  )
}

type FormProps = Omit<FramedForm, 'onDone'> & {
  existing: SupplierRow | null
  /** The one that was made; none where one was changed. */
  onDone: (made?: { id: string; name: string }) => void
}

export function SupplierForm({ id, existing, onDirty, onPending, onDone }: FormProps) {
  const t = useTranslations('purchases.suppliers')
  const [draft, setDraft] = useState(draftOf(existing))
  const creating = useAction(createSupplierAction, {
    successMessage: t('created'),
    onSuccess: ({ id }) => onDone({ id, name: draft.name.trim() }),
  })
  const updating = useAction(updateSupplierAction, { successMessage: t('updated'), onSuccess: () => onDone() })
  const { error, fields } = existing ? updating : creating
  const set = (name: keyof Draft) => (value: string) => {
    setDraft((before) => ({ ...before, [name]: value }))
    onDirty(true)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A dialog's submit event reaches the form around it too, which must not be saved yet.
    event.stopPropagation()
    onPending(true)
    const input = { ...draft, leadTimeDays: readDays(draft.leadTimeDays) }
    if (existing) await updating.run({ ...input, id: existing.id, version: existing.version })
    else await creating.run(input)
    onPending(false)
  }
  const labels = Object.fromEntries(texts.map((name) => [name, t(`labels.${name}`)]))
  const text = (name: Exclude<keyof Draft, 'note'>, more: Partial<React.ComponentProps<typeof Input>> = {}) => (
    <Field
      label={t(`labels.${name}`)}
      required={name === 'name'}
      optional={name !== 'name'}
      hint={name === 'leadTimeDays' ? t('leadHint') : undefined}
      error={fields[name]}
    >
      <Input
        name={name}
        autoComplete="off"
        value={draft[name]}
        onChange={({ target }) => set(name)(target.value)}
        {...more}
      />
    </Field>
  )
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={error}
        fields={fields}
        labels={labels}
        changed={existing && <WhatChanged kind="supplier" id={existing.id} />}
      />
      {text('name')}
      {text('document')}
      {text('contactName')}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('email', { type: 'email' })}
        {text('phone', { type: 'tel' })}
      </div>
      {text('leadTimeDays', { inputMode: 'numeric', maxLength: 4, className: 'max-w-28 text-right tabular-nums' })}
      <Field label={t('labels.note')} optional error={fields.note}>
        <Textarea name="note" value={draft.note} onChange={({ target }) => set('note')(target.value)} />
      </Field>
    </form>
  )
}

function ArchiveSupplier({
  supplier: { id, version, archivedAt },
  onDone,
}: {
  supplier: SupplierRow
  onDone: () => void
}) {
  const t = useTranslations('purchases.suppliers')
  const archived = archivedAt !== null
  const saving = useAction(archived ? restoreSupplierAction : archiveSupplierAction, {
    successMessage: t(archived ? 'wasRestored' : 'wasArchived'),
    onSuccess: onDone,
  })
  return (
    <Button
      variant="ghost"
      pending={saving.pending}
      className="mr-auto"
      onClick={() => void saving.run({ id, version })}
    >
      {t(archived ? 'restore' : 'archive')}
    </Button>
  )
}
