'use client'

import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction, type RunningAction } from '@/components/ui/use-action'
import { OwnPasswordField, textOf } from './identity-fields'

type Confirmed<Input, Data> = RunningAction<Input, Data> & {
  /** Stands beside what begins the action: asks for the password where the server does, and then sends the same once more. */
  dialog: ReactNode
}

/** As useAction, for actions for which an open tab is not enough once the sign-in is a while ago. */
export function useConfirmedAction<Input extends { password?: string }, Data>(
  ...[action, options]: Parameters<typeof useAction<Input, Data>>
): Confirmed<Input, Data> {
  const t = useTranslations('security.secondStep')
  const [asked, setAsked] = useState<Input | null>(null)
  const running = useAction(action, {
    ...options,
    onSuccess: (data) => {
      setAsked(null)
      options?.onSuccess?.(data)
    },
  })
  const run = async (input: Input) => {
    const result = await running.run(input)
    if (result && !result.ok && result.error === 'passwordMissing') {
      setAsked(input)
      // Nothing was done wrong yet.
      running.clearError()
    }
    return result
  }
  const dialog = asked && (
    <FormDialog
      onClose={() => setAsked(null)}
      title={t('confirmTitle')}
      description={t('confirmText')}
      action={running}
      labels={{ password: t('password') }}
      submitLabel={t('confirm')}
      onSubmit={(form) => void running.run({ ...asked, password: textOf(form, 'password') })}
    >
      <OwnPasswordField errors={running.fields.password} autoFocus />
    </FormDialog>
  )
  return { ...running, run, dialog }
}
