'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { OwnPasswordField, textOf } from '@/components/settings/security/identity-fields'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDay, localDay } from '@/lib/dates'
import { planDeletionAction } from '@/lib/organizations/actions'
import type { OwnershipView } from '@/lib/organizations/views'

export function DeleteCard({ view }: { view: OwnershipView }) {
  const t = useTranslations('company.delete')
  const language = useLocale()
  const [asking, setAsking] = useState(false)
  const { deletionAt, timeZone } = view
  const day = deletionAt && formatDay(localDay(deletionAt, timeZone), language)
  return (
    <Card className="border-bad/40">
      <CardHeader title={t('title')} description={day ? t('planned', { day }) : t('description')} />
      {!day && (
        <Button variant="danger" className="mt-4" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('submit')}
        </Button>
      )}
      {asking && <DeleteDialog view={view} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function DeleteDialog({ view: { name, hasPassword }, onClose }: { view: OwnershipView; onClose: () => void }) {
  const t = useTranslations('company.delete')
  const company = useTranslations('company')
  const common = useTranslations('common')
  const id = useId()
  const deleting = useAction(planDeletionAction, { successMessage: t('done'), onSuccess: onClose, refresh: true })
  const { fields } = deleting
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      onClose={onClose}
      title={t('confirmTitle', { name })}
      description={t('confirmText', { name })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={id} variant="danger" pending={deleting.pending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          void deleting.run({ name: textOf(form, 'name'), password: textOf(form, 'password') })
        }}
      >
        <FormError
          error={deleting.error}
          fields={fields}
          labels={{ name: t('nameLabel'), password: company('password') }}
        />
        <Field label={t('nameLabel')} error={fields.name} required>
          <Input name="name" autoComplete="off" spellCheck={false} autoFocus data-autofocus />
        </Field>
        {hasPassword && <OwnPasswordField errors={fields.password} />}
      </form>
    </Dialog>
  )
}
