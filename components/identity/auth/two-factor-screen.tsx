import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { signInPath } from '@/lib/identity/auth/return-path'
import { AuthFrame } from './auth-frame'
import { TwoFactorForm } from './two-factor-form'

/** `isWaiting`: this browser has shown the first factor, and not too long ago. */
export function TwoFactorScreen({ callbackUrl, isWaiting }: { callbackUrl?: string; isWaiting: boolean }) {
  const t = useTranslations('auth.secondStep')
  const back = signInPath(callbackUrl ?? null)
  if (!isWaiting)
    return (
      <AuthFrame title={t('expiredTitle')} text={t('expiredText')}>
        <ButtonLink href={back} variant="primary" className="h-11 w-full">
          {t('signIn')}
        </ButtonLink>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t('title')}
      footer={
        <Link href={back} className="font-semibold text-accent-text">
          {t('back')}
        </Link>
      }
    >
      <TwoFactorForm callbackUrl={callbackUrl} />
    </AuthFrame>
  )
}
