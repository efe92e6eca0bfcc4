'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Select } from '@/components/ui/field'
import type { FramedForm } from '@/components/ui/draft-frame'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import { createEntityAction, updateEntityAction } from '@/lib/identity/settings/actions'
import { bareDocument, formatDocument, type SellerType } from '@/lib/identity/settings/documents'
import { sellerTypes } from '@/lib/identity/settings/schema'
import { states } from '@/lib/identity/settings/states'
import type { EntityView } from '@/lib/identity/settings/views'

type EntityFormProps = FramedForm & {
  entity: EntityView | null
  today: Day
}

const draftOf = (entity: EntityView | null) => ({
  name: entity?.name ?? '',
  sellerType: entity?.sellerType ?? ('cnpj' as SellerType),
  document: entity?.document ? formatDocument(entity.document, entity.sellerType) : '',
  stateRegistration: entity?.stateRegistration ?? '',
  state: entity?.state ?? '',
  openedOn: entity?.openedOn ?? null,
})

export function EntityForm({ id, entity, today, onDirty, onPending, onDone }: EntityFormProps) {
  const t = useTranslations('companyData.entities')
  const [initial] = useState(() => draftOf(entity))
  const [draft, setDraft] = useState(initial)
  const creating = useAction(createEntityAction, { successMessage: t('created'), onSuccess: onDone, refresh: true })
  const updating = useAction(updateEntityAction, { successMessage: t('updated'), onSuccess: onDone, refresh: true })
  const { error, fields } = entity ? updating : creating
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }))
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    onPending(true)
    const state = states.find((known) => known === draft.state) ?? null
    const input = { ...draft, document: draft.document || null, state }
    if (entity) await updating.run({ ...input, id: entity.id, version: entity.version })
    else await creating.run(input)
    onPending(false)
  }
  const labels = {
    name: t('name'),
    sellerType: t('sellerType'),
    document: t(`types.${draft.sellerType}`),
    stateRegistration: t('stateRegistration'),
    state: t('state'),
    openedOn: t('openedOn'),
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={error}
        fields={fields}
        labels={labels}
        changed={entity && <WhatChanged kind="legalEntity" id={entity.id} />}
      />
      <Field label={labels.name} hint={t('nameHint')} required error={fields.name}>
        <Input name="name" value={draft.name} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
        <Field label={labels.sellerType} error={fields.sellerType}>
          <Select
            name="sellerType"
            value={draft.sellerType}
            onChange={({ target }) => {
              const sellerType = sellerTypes.find((type) => type === target.value) ?? 'cnpj'
              set({ sellerType, document: formatDocument(draft.document, sellerType) })
            }}
            options={sellerTypes.map((type) => ({ value: type, label: t(`typeNames.${type}`) }))}
          />
        </Field>
        <Field label={labels.document} optional hint={t(`documentHints.${draft.sellerType}`)} error={fields.document}>
          <Input
            name="document"
            autoComplete="off"
            spellCheck={false}
            maxLength={24}
            value={draft.document}
            onChange={({ target }) => set({ document: whileTyped(target.value, draft) })}
            className="tabular-nums"
          />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={labels.stateRegistration}
          optional
          hint={t('stateRegistrationHint')}
          error={fields.stateRegistration}
        >
          <Input
            name="stateRegistration"
            autoComplete="off"
            maxLength={20}
            value={draft.stateRegistration}
            onChange={({ target }) => set({ stateRegistration: target.value })}
          />
        </Field>
        <Field label={labels.state} optional error={fields.state}>
          <Select
            name="state"
            value={draft.state}
            onChange={({ target }) => set({ state: target.value })}
            options={states.map((state) => ({ value: state, label: state }))}
          >
            <option value="">{t('stateNone')}</option>
          </Select>
        </Field>
      </div>
      <Field label={labels.openedOn} optional hint={t('openedOnHint')} error={fields.openedOn} className="sm:w-1/2">
        <DateInput name="openedOn" value={draft.openedOn} today={today} onChange={(openedOn) => set({ openedOn })} />
      </Field>
    </form>
  )
}

/** Points come by themselves at the end of the text; deleting, and writing in the middle, are left alone. */
function whileTyped(typed: string, { document, sellerType }: { document: string; sellerType: SellerType }): string {
  const shown = formatDocument(typed, sellerType)
  const grewAtEnd = typed.length > document.length && shown.startsWith(formatDocument(document, sellerType))
  return grewAtEnd || bareDocument(document) === '' ? shown : typed.toUpperCase()
}
