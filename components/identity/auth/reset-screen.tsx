import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import type { ResetQuestion } from '@/lib/identity/auth/passwords/describe-reset'
import { AuthFrame } from './auth-frame'
import { ResetForm } from './reset-form'

export function ResetScreen({ token, question }: { token: string; question: ResetQuestion }) {
  const t = useTranslations('auth.reset')
  const errors = useTranslations('errors')
  if ('problem' in question)
    return (
      <AuthFrame title={t('failedTitle')} text={`${errors(question.problem)} ${t('failedText')}`}>
        <div className="flex flex-col gap-3">
          <ButtonLink href="/auth/forgot" variant="primary" className="h-11 w-full">
            {t('newLink')}
          </ButtonLink>
          <ButtonLink href="/auth" className="h-11 w-full">
            {t('signIn')}
          </ButtonLink>
        </div>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('title')} text={t.rich('text', { address: question.email, email: strong })}>
      <ResetForm token={token} />
    </AuthFrame>
  )
}

const strong = (chunks: ReactNode) => <strong className="wrap-anywhere text-ink">{chunks}</strong>
