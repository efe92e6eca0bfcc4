'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { setDisplayNameAction } from '@/lib/identity/account/actions'

export function NameCard({ displayName, email }: { displayName: string; email: string }) {
  const t = useTranslations('settings.profile.name')
  const [name, setName] = useState(displayName)
  const save = useAction(setDisplayNameAction, {
    successMessage: t('saved'),
    refresh: true,
    onSuccess: (saved) => setName(saved.displayName),
  })
  useUnsavedGuard(name.trim() !== displayName && !save.pending)
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-4" />
      <form
        noValidate
        className="flex max-w-md flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run({ displayName: name })
        }}
      >
        <FormError error={save.error} fields={save.fields} labels={{ displayName: t('label') }} />
        <Field label={t('label')} error={save.fields.displayName} required>
          <Input name="displayName" autoComplete="name" value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t('email')} hint={t('emailHint')}>
          <Input type="email" value={email} readOnly />
        </Field>
        <Button type="submit" variant="primary" pending={save.pending} className="self-start">
          {t('save')}
        </Button>
      </form>
    </Card>
  )
}
