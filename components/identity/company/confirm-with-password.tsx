'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { OwnPasswordField, textOf } from '@/components/identity/settings/security/identity-fields'
import { FormDialog } from '@/components/ui/form-dialog'
import type { RunningAction } from '@/components/ui/use-action'

type ConfirmWithPasswordProps = {
  title: string
  text: string
  submitLabel: string
  action: Pick<RunningAction<never, unknown>, 'pending' | 'error' | 'fields'>
  /** Of the fields that `children` bring, for the summary of what is wrong. */
  labels?: Record<string, string>
  hasPassword: boolean
  /** Nothing is lost by it. */
  isHarmless?: boolean
  onConfirm: (form: HTMLFormElement, password: string) => void
  onClose: () => void
  /** What is asked before the password; its first field takes the focus. */
  children?: ReactNode
}

/** What an open tab must not be enough for is asked with the password once more, from whoever has one. */
export function ConfirmWithPassword(props: ConfirmWithPasswordProps) {
  const { title, text, submitLabel, action, labels, hasPassword, isHarmless, onConfirm, onClose, children } = props
  const company = useTranslations('company')
  return (
    <FormDialog
      role={isHarmless ? 'dialog' : 'alertdialog'}
      onClose={onClose}
      title={title}
      description={text}
      action={action}
      labels={{ ...labels, password: company('password') }}
      submitLabel={submitLabel}
      danger={!isHarmless}
      onSubmit={(form) => onConfirm(form, textOf(form, 'password'))}
    >
      {children}
      {hasPassword && <OwnPasswordField errors={action.fields.password} autoFocus={!children} />}
    </FormDialog>
  )
}
