'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { passTwoFactorAction } from '@/lib/identity/auth/two-factor/actions'
import { useLeaving } from './use-leaving'
import { PostForm } from './post-form'

export function TwoFactorForm({ callbackUrl }: { callbackUrl?: string }) {
  const t = useTranslations('auth.secondStep')
  const { leaving, leaveTo } = useLeaving()
  const [byRecovery, setByRecovery] = useState(false)
  const pass = usePublicAction(passTwoFactorAction, { onSuccess: leaveTo })
  const label = byRecovery ? t('recoveryCode') : t('code')
  return (
    <PostForm onSend={(text) => void pass.run({ code: text('code'), callbackUrl })}>
      <p className="-mt-5 text-[15px] leading-6 text-ink-2">{byRecovery ? t('recoveryText') : t('text')}</p>
      <FormError error={pass.error} fields={pass.fields} labels={{ code: label }} />
      <Field label={label} error={pass.fields.code}>
        <Input
          key={label}
          name="code"
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          autoFocus
          className="h-11! text-lg! font-medium tracking-[0.15em] tabular-nums"
        />
      </Field>
      <Button type="submit" variant="primary" pending={pass.pending || leaving} className="mt-1 h-11 w-full">
        {t('submit')}
      </Button>
      <button
        type="button"
        onClick={() => {
          pass.clearError()
          setByRecovery(!byRecovery)
        }}
        className="min-h-6 self-center font-semibold text-accent-text underline-offset-2 hover:underline"
      >
        {byRecovery ? t('useApp') : t('useRecovery')}
      </button>
    </PostForm>
  )
}
