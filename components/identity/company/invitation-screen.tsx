import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AuthFrame } from '@/components/identity/auth/auth-frame'
import { ButtonLink } from '@/components/ui/button'
import { signInPath } from '@/lib/identity/auth/return-path'
import type { InvitationView } from '@/lib/identity/organizations/find-invitation'
import { AnswerInvitation, DeclineInvitation } from './answer-invitation'
import { JoinForm } from './join-form'
import { LeaveAccount } from './leave-account'

type Shown = Exclude<InvitationView, { kind: 'unusable' }>

/** Says who invites, to what, and the one thing that is left to do for it. */
export function InvitationScreen({ token, view }: { token: string; view: InvitationView }) {
  const t = useTranslations('auth.invitation')
  const roles = useTranslations('people.roles')
  const errors = useTranslations('errors')
  if (view.kind === 'unusable')
    return (
      <AuthFrame title={t('failedTitle')} text={`${errors(view.reason)} ${t('askAgain')}`}>
        <ButtonLink href={view.signedIn ? '/dashboard' : '/auth'} variant="primary" className="h-11 w-full">
          {view.signedIn ? t('toDashboard') : t('toSignIn')}
        </ButtonLink>
      </AuthFrame>
    )
  const { organizationName: organization, invitedByName, role, email } = view
  const words = { organization, role: roles(role), name: invitedByName ?? '', b: strong }
  return (
    <AuthFrame
      title={<span className="wrap-anywhere">{t('title', { organization })}</span>}
      text={
        <div className="flex flex-col gap-2 wrap-anywhere">
          <p>{t.rich(invitedByName ? 'invitedBy' : 'invited', words)}</p>
          <p>{t.rich('for', { email, b: strong })}</p>
        </div>
      }
      footer={<DeclineInvitation token={token} organization={organization} />}
    >
      <WhatIsLeft token={token} view={view} />
    </AuthFrame>
  )
}

function WhatIsLeft({ token, view }: { token: string; view: Shown }) {
  const t = useTranslations('auth.invitation')
  const here = `/auth/invitation?${new URLSearchParams({ token }).toString()}`
  switch (view.kind) {
    case 'accept':
      return <AnswerInvitation token={token} />
    case 'join':
      return <JoinForm token={token} email={view.email} />
    case 'signIn':
      return (
        <>
          <p className="mb-4 text-ink-2">{t('signInText')}</p>
          <ButtonLink href={signInPath(here)} variant="primary" className="h-11 w-full">
            {t('signIn')}
          </ButtonLink>
        </>
      )
    case 'otherAccount':
      return (
        <div className="flex flex-col gap-3">
          <p className="mb-1 wrap-anywhere text-ink-2">
            {t.rich('otherAccount', { current: view.signedInAs ?? '', email: view.email, b: strong })}
          </p>
          <LeaveAccount to={here} variant="primary">
            {t('switch')}
          </LeaveAccount>
          <ButtonLink href="/dashboard" className="h-11 w-full">
            {t('stay')}
          </ButtonLink>
        </div>
      )
  }
}

const strong = (chunks: ReactNode) => <strong className="text-ink">{chunks}</strong>
