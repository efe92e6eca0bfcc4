'use client'

import { useTranslations } from 'next-intl'
import { useId, type ReactNode } from 'react'
import { Button } from './button'
import { Dialog, type DialogProps } from './dialog'
import { FormError } from './form-error'
import type { RunningAction } from './use-action'

type FormDialogProps = Omit<DialogProps, 'open' | 'footer'> & {
  open?: boolean
  action: Pick<RunningAction<never, unknown>, 'pending' | 'error' | 'fields'>
  /** The visible name of each field, by its `name`. */
  labels?: Record<string, string>
  /** As `FormError` takes it. */
  changed?: ReactNode
  submitLabel: ReactNode
  /** Where what is submitted is itself a cancelling. */
  keepLabel?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Another way on, between cancelling and submitting. */
  aside?: ReactNode
  onSubmit: (form: HTMLFormElement) => void
}

/** One form in a dialog: what is wrong stands first in it, and it is sent from the dialog's foot. */
export function FormDialog(props: FormDialogProps) {
  const {
    open = true,
    size = 'sm',
    action,
    labels,
    changed,
    submitLabel,
    danger,
    disabled,
    aside,
    onSubmit,
    children,
  } = props
  const { onClose, title, description, role, keepLabel } = props
  const common = useTranslations('common')
  const id = useId()
  const footer = (
    <>
      <Button onClick={onClose}>{keepLabel ?? common('cancel')}</Button>
      {aside}
      <Button
        type="submit"
        form={id}
        variant={danger ? 'danger' : 'primary'}
        pending={action.pending}
        disabled={disabled}
      >
        {submitLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      size={size}
      role={role}
      onClose={onClose}
      title={title}
      description={description}
      footer={footer}
    >
      <form
        id={id}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event.currentTarget)
        }}
      >
        <FormError error={action.error} fields={action.fields} labels={labels} changed={changed} />
        {children}
      </form>
    </Dialog>
  )
}
