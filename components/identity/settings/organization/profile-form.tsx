'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { updateOrganizationAction } from '@/lib/identity/settings/actions'
import type { ZoneChoice, ZoneChoices } from '@/lib/identity/settings/time-zones'
import type { OrganizationProfile } from '@/lib/identity/settings/views'

/** The company's name and time zone: a form for who may change them, the same to read for everybody else. */
export function ProfileForm({ profile }: { profile: OrganizationProfile }) {
  const t = useTranslations('companyData.profile')
  const { zones } = profile
  return (
    <Card>
      <CardHeader title={t('title')} description={t(zones ? 'text' : 'readOnly')} className="mb-4" />
      {zones ? <EditableProfile profile={profile} zones={zones} /> : <ReadProfile profile={profile} />}
    </Card>
  )
}

function ReadProfile({ profile }: { profile: OrganizationProfile }) {
  const t = useTranslations('companyData.profile')
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {[
        [t('name'), profile.name],
        [t('timeZone'), profile.timeZoneName],
      ].map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-[13px] text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function EditableProfile({ profile, zones }: { profile: OrganizationProfile; zones: ZoneChoices }) {
  const t = useTranslations('companyData.profile')
  const common = useTranslations('common')
  const { organizationId } = useOrganization()
  const [name, setName] = useState(profile.name)
  const [timeZone, setTimeZone] = useState(profile.timeZone)
  const saving = useAction(updateOrganizationAction, { successMessage: t('saved'), refresh: true })
  const changesZone = timeZone !== profile.timeZone
  const dirty = name !== profile.name || changesZone
  useUnsavedGuard(dirty)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.run({ version: profile.version, name, timeZone })
  }
  // A zone that was chosen elsewhere and is not on offer here stays what it is.
  const known = [...zones.brazil, ...zones.others].some(({ zone }) => zone === profile.timeZone)
  return (
    <form noValidate onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
      <FormError
        error={saving.error}
        fields={saving.fields}
        labels={{ name: t('name'), timeZone: t('timeZone') }}
        changed={<WhatChanged kind="organization" id={organizationId} />}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')} required error={saving.fields.name}>
          <Input name="name" value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t('timeZone')} error={saving.fields.timeZone}>
          <Select name="timeZone" value={timeZone} onChange={({ target }) => setTimeZone(target.value)}>
            {!known && <option value={profile.timeZone}>{profile.timeZoneName}</option>}
            <ZoneGroup label={t('brazil')} zones={zones.brazil} />
            <ZoneGroup label={t('world')} zones={zones.others} />
          </Select>
        </Field>
      </div>
      <p className={changesZone ? 'text-[13px] text-warn' : 'text-[13px] text-ink-3'}>{t('zoneEffect')}</p>
      <Button variant="primary" type="submit" pending={saving.pending} disabled={!dirty} className="self-start">
        {common('save')}
      </Button>
    </form>
  )
}

const ZoneGroup = ({ label, zones }: { label: string; zones: ZoneChoice[] }) => (
  <optgroup label={label}>
    {zones.map(({ zone, label: name }) => (
      <option key={zone} value={zone}>
        {name}
      </option>
    ))}
  </optgroup>
)
