'use client'

import { useTranslations } from 'next-intl'
import { useId, type ReactNode } from 'react'
import { OwnPasswordField, textOf } from '@/components/settings/security/identity-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import type { RunningAction } from '@/components/ui/use-action'

type ConfirmWithPasswordProps = {
  title: string
  text: string
  submitLabel: string
  action: Pick<RunningAction<never, unknown>, 'pending' | 'error' | 'fields'>
  /** Of the fields that `children` bring, for the summary of what is wrong. */
  labels?: Record<string, string>
  hasPassword: boolean
  onConfirm: (form: HTMLFormElement, password: string) => void
  onClose: () => void
  /** What is asked before the password; its first field takes the focus. */
  children?: ReactNode
}

/** What cannot be taken back is asked with the password once more, from whoever has one. */
export function ConfirmWithPassword(props: ConfirmWithPasswordProps) {
  const { title, text, submitLabel, action, labels, hasPassword, onConfirm, onClose, children } = props
  const company = useTranslations('company')
  const common = useTranslations('common')
  const id = useId()
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      onClose={onClose}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={id} variant="danger" pending={action.pending}>
            {submitLabel}
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
          onConfirm(event.currentTarget, textOf(event.currentTarget, 'password'))
        }}
      >
        <FormError error={action.error} fields={action.fields} labels={{ ...labels, password: company('password') }} />
        {children}
        {hasPassword && <OwnPasswordField errors={action.fields.password} autoFocus={!children} />}
      </form>
    </Dialog>
  )
}
