'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState, type FormEvent } from 'react'
import { Field, Input, Select } from '@/components/ui/field'
import type { FramedForm } from '@/components/ui/draft-frame'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { createShopAction } from '@/lib/connect/shops/actions'
import { shopPlatforms, type ShopPlatform } from '@/lib/connect/shops/schema'
import { forShops } from './shop-failure'

export type EntityChoice = { id: string; name: string }

type ShopFormProps = FramedForm & {
  entities: EntityChoice[]
}

const create = forShops(createShopAction, 'shopConnectFailed')
type Draft = { name: string; platform: ShopPlatform | ''; legalEntityId: string }

export function ShopForm({ id, entities, onDirty, onPending, onDone }: ShopFormProps) {
  const t = useTranslations('shops')
  const blank: Draft = { name: '', platform: 'shopee', legalEntityId: entities[0]?.id ?? '' }
  const [draft, setDraft] = useState(blank)
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const dirty = draft.name !== ''
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const saving = useAction(create, { refresh: true, successMessage: t('created'), onSuccess: onDone })
  const { fields } = saving
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    onPending(true)
    // The platform tells the shop's number when it is authorized.
    await saving.run({ ...draft, externalShopId: null })
    onPending(false)
  }
  const labels = {
    name: t('form.name'),
    platform: t('form.platform'),
    legalEntityId: t('form.entity'),
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError error={saving.error} fields={fields} labels={labels} />
      <Field label={labels.name} hint={t('form.nameHint')} required error={fields.name}>
        <Input
          name="name"
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <Field label={labels.platform} required error={fields.platform}>
        <Select
          name="platform"
          value={draft.platform}
          onChange={({ target }) =>
            set({ platform: shopPlatforms.find((platform) => platform === target.value) ?? '' })
          }
          options={shopPlatforms.map((platform) => ({ value: platform, label: t(`platforms.${platform}`) }))}
        >
          <option value="">{t('form.choosePlatform')}</option>
        </Select>
      </Field>
      {entities.length > 1 && (
        <Field label={labels.legalEntityId} required error={fields.legalEntityId}>
          <Select
            name="legalEntityId"
            value={draft.legalEntityId}
            onChange={({ target }) => set({ legalEntityId: target.value })}
            options={entities.map((entity) => ({ value: entity.id, label: entity.name }))}
          />
        </Field>
      )}
    </form>
  )
}

type ShopNumberFieldProps = {
  value: string
  onChange: (value: string) => void
  isSandbox: boolean
  fixed?: boolean
  error?: string[]
}

export function ShopNumberField(props: ShopNumberFieldProps) {
  const { value, onChange, isSandbox, fixed, error } = props
  const t = useTranslations('shops.form')
  const hint = fixed ? t('idFixed') : t(isSandbox ? 'idHintSandbox' : 'idHint')
  return (
    <Field label={t('id')} hint={hint} error={error}>
      <Input
        name="externalShopId"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        readOnly={fixed}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="tabular-nums"
      />
    </Field>
  )
}
