'use client'

import { useTranslations } from 'next-intl'
import { PasswordInput } from '@/components/identity/auth/password-input'
import { useLeaving } from '@/components/identity/auth/use-leaving'
import { Button, ButtonLink } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { signInPath } from '@/lib/identity/auth/return-path'
import { joinByInvitationAction } from '@/lib/identity/organizations/actions'
import { PostForm } from '@/components/identity/auth/post-form'

/** Makes the account of the invited address; nothing else has to be confirmed. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations('auth')
  const { leaving, leaveTo } = useLeaving()
  const joining = usePublicAction(joinByInvitationAction, { onSuccess: leaveTo })
  const { fields, error } = joining
  const labels = { displayName: t('fields.displayName'), password: t('fields.password') }
  return (
    <PostForm
      onSend={(text) => void joining.run({ token, displayName: text('displayName'), password: text('password') })}
    >
      <div>
        <h2 className="text-[17px] font-title">{t('invitation.joinTitle')}</h2>
        <p className="mt-1 text-ink-2">{t('invitation.joinText')}</p>
      </div>
      <FormError error={error} fields={fields} labels={labels} />
      {error?.code === 'invitationHasAccount' && (
        <ButtonLink href={signInPath(`/auth/invitation?${new URLSearchParams({ token }).toString()}`)} className="h-11">
          {t('invitation.signIn')}
        </ButtonLink>
      )}
      <Field label={t('fields.email')} hint={t('invitation.emailFixed')}>
        <Input className="h-11!" name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label={labels.displayName} error={fields.displayName}>
        <Input className="h-11!" name="displayName" autoComplete="name" autoFocus maxLength={200} />
      </Field>
      <Field label={labels.password} error={fields.password} hint={t('register.passwordHint')}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" pending={joining.pending || leaving} className="mt-1 h-11 w-full">
        {t('invitation.join')}
      </Button>
    </PostForm>
  )
}
