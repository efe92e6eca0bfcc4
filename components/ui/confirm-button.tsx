'use client'

import { useState, type ComponentProps } from 'react'
import { Button } from './button'
import { ConfirmDialog } from './dialog'
import { FormError } from './form-error'
import { useAction } from './use-action'

type ConfirmButtonProps<Input, Data> = Omit<ComponentProps<typeof Button>, 'title' | 'onClick' | 'children'> &
  Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'text' | 'keepLabel' | 'danger'> & {
    action: Parameters<typeof useAction<Input, Data>>[0]
    input: Input
    label: string
    /** As the button itself by default. */
    confirmLabel?: string
    successMessage: string
  }

/** A button whose action is run after a question; a failure is said in the question. */
export function ConfirmButton<Input, Data>(props: ConfirmButtonProps<Input, Data>) {
  const {
    action,
    input,
    label,
    confirmLabel = label,
    successMessage,
    title,
    text,
    keepLabel,
    danger,
    ...button
  } = props
  const [confirming, setConfirming] = useState(false)
  const running = useAction(action, { successMessage, onSuccess: () => setConfirming(false), refresh: true })
  return (
    <>
      <Button {...button} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void running.run(input)}
        title={title}
        text={text}
        confirmLabel={confirmLabel}
        keepLabel={keepLabel}
        pending={running.pending}
        danger={danger}
      >
        {running.error && <FormError error={running.error} fields={running.fields} />}
      </ConfirmDialog>
    </>
  )
}
