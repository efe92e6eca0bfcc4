import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { AuthFrame } from './auth-frame'
import { GoogleButton } from './google-button'
import { OrLine } from './or-line'
import { SignInForm } from './sign-in-form'

type SignInScreenProps = {
  callbackUrl?: string
  /** What brings the reader here: a new password, which may have unlinked Google. */
  done?: string | string[]
  hasGoogle: boolean
}

export function SignInScreen({ callbackUrl, done, hasGoogle }: SignInScreenProps) {
  const t = useTranslations('auth.signIn')
  const unlinked = done === 'reset-google'
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
      {(unlinked || done === 'reset') && (
        <p role="status" className="mb-4 rounded-control bg-good-soft px-3 py-2.5 font-medium text-good">
          {t(unlinked ? 'wasResetAndUnlinked' : 'wasReset')}
        </p>
      )}
      <SignInForm callbackUrl={callbackUrl} />
      <OrLine />
      <GoogleButton available={hasGoogle} callbackUrl={callbackUrl} />
    </AuthFrame>
  )
}
