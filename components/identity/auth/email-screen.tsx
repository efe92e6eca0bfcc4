import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import type { ChangeQuestion } from '@/lib/identity/auth/email-change/describe-change'
import { AuthFrame } from './auth-frame'
import { ConfirmEmailForm } from './confirm-email-form'

export function EmailScreen({ token, question }: { token: string; question: ChangeQuestion }) {
  const t = useTranslations('auth.email')
  const errors = useTranslations('errors')
  if ('problem' in question || question.needs === 'session') {
    const problem = 'problem' in question ? question.problem : 'emailNeedsSession'
    const hint = 'problem' in question && ` ${t('failedText')}`
    return (
      <AuthFrame
        title={t('failedTitle')}
        text={
          <>
            {errors(problem)}
            {hint}
          </>
        }
      >
        <ButtonLink href="/dashboard/settings/security" variant="primary" className="h-11 w-full">
          {t('goOn')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  const { email, newEmail, needs } = question
  return (
    <AuthFrame title={t('title')} text={t.rich('text', { from: email, to: newEmail, email: strong })}>
      <ConfirmEmailForm token={token} needsPassword={needs === 'password'} />
    </AuthFrame>
  )
}

const strong = (chunks: ReactNode) => <strong className="wrap-anywhere text-ink">{chunks}</strong>
