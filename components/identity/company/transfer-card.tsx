'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Select } from '@/components/ui/field'
import { useAction } from '@/components/ui/use-action'
import { transferOwnershipAction } from '@/lib/identity/organizations/actions'
import type { OwnershipView } from '@/lib/identity/organizations/views'
import { ConfirmWithPassword } from './confirm-with-password'

export function TransferCard({ view: { others, hasPassword } }: { view: OwnershipView }) {
  const t = useTranslations('company.transfer')
  const [userId, setUserId] = useState('')
  const [confirming, setConfirming] = useState(false)
  const person = others.find((other) => other.userId === userId)
  return (
    <Card>
      <CardHeader title={t('title')} description={others.length > 0 ? t('description') : t('noOther')} />
      {others.length > 0 && (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <Field label={t('person')} className="w-full sm:w-72">
            <Select
              value={userId}
              onChange={({ target }) => setUserId(target.value)}
              options={others.map((other) => ({ value: other.userId, label: other.displayName }))}
            >
              <option value="">{t('choose')}</option>
            </Select>
          </Field>
          <Button disabled={!person} aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            {t('submit')}
          </Button>
        </div>
      )}
      {confirming && person && (
        <TransferDialog
          userId={person.userId}
          name={person.displayName}
          hasPassword={hasPassword}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  )
}

type TransferDialogProps = { userId: string; name: string; hasPassword: boolean; onClose: () => void }

function TransferDialog({ userId, name, hasPassword, onClose }: TransferDialogProps) {
  const t = useTranslations('company.transfer')
  const giving = useAction(transferOwnershipAction, {
    successMessage: t('done', { name }),
    onSuccess: onClose,
    refresh: true,
  })
  return (
    <ConfirmWithPassword
      title={t('confirmTitle', { name })}
      text={t('confirmText', { name })}
      submitLabel={t('submit')}
      action={giving}
      hasPassword={hasPassword}
      onConfirm={(_, password) => void giving.run({ userId, password })}
      onClose={onClose}
    />
  )
}
