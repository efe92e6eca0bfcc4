import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { AuthFrame } from './auth-frame'
import { GoogleButton } from './google-button'
import { OrLine } from './or-line'
import { SignInForm } from './sign-in-form'

type SignInScreenProps = {
  callbackUrl?: string
  /** A new password has just been set. */
  wasReset?: boolean
  hasGoogle: boolean
}

export function SignInScreen({ callbackUrl, wasReset, hasGoogle }: SignInScreenProps) {
  const t = useTranslations('auth.signIn')
  return (
    <AuthFrame
      title={t('title')}
      text={t(callbackUrl ? 'returning' : 'text')}
      footer={
        <p>
          {t('noAccount')}{' '}
          <Link href="/register" className="font-semibold text-accent-text">
            {t('register')}
          </Link>
        </p>
      }
    >
      {wasReset && (
        <p role="status" className="mb-4 rounded-control bg-good-soft px-3 py-2.5 font-medium text-good">
          {t('wasReset')}
        </p>
      )}
      <SignInForm callbackUrl={callbackUrl} />
      <OrLine />
      <GoogleButton available={hasGoogle} callbackUrl={callbackUrl} />
    </AuthFrame>
  )
}
