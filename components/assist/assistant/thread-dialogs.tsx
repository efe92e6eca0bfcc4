'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { deleteThreadAction, renameThreadAction } from '@/lib/assist/assistant/actions'
import type { ThreadRow } from '@/lib/assist/assistant/views'

type ChangeProps = { thread: ThreadRow; onClose: () => void }

export function RenameThread({ thread, onClose }: ChangeProps) {
  const t = useTranslations('assistant.threads')
  const common = useTranslations('common')
  const [title, setTitle] = useState(thread.title)
  const renaming = useAction(renameThreadAction, { successMessage: t('renamed'), onSuccess: onClose, refresh: true })
  return (
    <FormDialog
      onClose={onClose}
      title={t('renameTitle')}
      action={renaming}
      labels={{ title: t('name') }}
      submitLabel={common('save')}
      onSubmit={() => void renaming.run({ id: thread.id, title })}
    >
      <Field label={t('name')} required error={renaming.fields.title}>
        <Input
          name="title"
          autoComplete="off"
          maxLength={120}
          autoFocus
          data-autofocus
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </Field>
    </FormDialog>
  )
}

export function DeleteThread({ thread, onClose, onDone }: ChangeProps & { onDone: () => void }) {
  const t = useTranslations('assistant.threads')
  const deleting = useAction(deleteThreadAction, { successMessage: t('deleted'), onSuccess: onDone, refresh: true })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void deleting.run({ id: thread.id })}
      title={t('deleteTitle')}
      text={t('deleteText', { name: thread.title })}
      confirmLabel={t('delete')}
      pending={deleting.pending}
      danger
    >
      {deleting.error && <FormError error={deleting.error} />}
    </ConfirmDialog>
  )
}
