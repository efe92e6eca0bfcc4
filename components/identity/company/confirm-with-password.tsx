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
  /** Labels of the fields in `children`, for the error summary. */
  labels?: Record<string, string>
  hasPassword: boolean
  /** Nothing is lost by it. */
  isHarmless?: boolean
  onConfirm: (form: HTMLFormElement, password: string) => void
  onClose: () => void
  /** The fields before the password; the first takes the focus. */
  children?: ReactNode
}

/** Asks accounts with a password for it again, for actions for which an open tab is not enough. */
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
