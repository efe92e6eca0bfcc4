'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { textOf } from '@/components/identity/settings/security/identity-fields'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input } from '@/components/ui/field'
import { useAction } from '@/components/ui/use-action'
import { formatDay, localDay } from '@/lib/core/dates'
import { planDeletionAction } from '@/lib/identity/organizations/actions'
import type { OwnershipView } from '@/lib/identity/organizations/views'
import { ARCHIVE_CARD } from './archive-place'
import { CancelDeletion } from './cancel-deletion'
import { ConfirmWithPassword } from './confirm-with-password'

export function DeleteCard({ view }: { view: OwnershipView }) {
  const t = useTranslations('company.delete')
  const language = useLocale()
  const [confirming, setConfirming] = useState(false)
  const { deletionAt, timeZone } = view
  const day = deletionAt && formatDay(localDay(deletionAt, timeZone), language)
  return (
    <Card className="border-bad/40!">
      <CardHeader title={t('title')} description={day ? t('planned', { day }) : t('description')} />
      <p className="mt-3">
        <a href={`#${ARCHIVE_CARD}`} className="text-accent-text underline underline-offset-2">
          {t('takeAlong')}
        </a>
      </p>
      {!day && (
        <Button variant="danger" className="mt-4" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
          {t('submit')}
        </Button>
      )}
      {day && <CancelDeletion className="mt-4" />}
      {confirming && <DeleteDialog view={view} onClose={() => setConfirming(false)} />}
    </Card>
  )
}

function DeleteDialog({ view: { name, hasPassword }, onClose }: { view: OwnershipView; onClose: () => void }) {
  const t = useTranslations('company.delete')
  const deleting = useAction(planDeletionAction, { successMessage: t('done'), onSuccess: onClose, refresh: true })
  return (
    <ConfirmWithPassword
      title={t('confirmTitle', { name })}
      text={t('confirmText', { name })}
      submitLabel={t('submit')}
      action={deleting}
      labels={{ name: t('nameLabel') }}
      hasPassword={hasPassword}
      onConfirm={(form, password) => void deleting.run({ name: textOf(form, 'name'), password })}
      onClose={onClose}
    >
      <Field label={t('nameLabel')} error={deleting.fields.name} required>
        <Input name="name" autoComplete="off" spellCheck={false} autoFocus data-autofocus />
      </Field>
    </ConfirmWithPassword>
  )
}
