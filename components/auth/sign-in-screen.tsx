import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { AuthFrame } from './auth-frame'
import { GoogleButton } from './google-button'
import { SignInForm } from './sign-in-form'

/** `wasReset`: a new password has just been set. */
export function SignInScreen({ callbackUrl, wasReset }: { callbackUrl?: string; wasReset?: boolean }) {
  const t = useTranslations('auth.signIn')
  return (
    <AuthFrame
      title={t('title')}
      text={wasReset ? <p role="status">{t('wasReset')}</p> : t(callbackUrl ? 'returning' : 'text')}
      footer={
        <p>
          {t('noAccount')}{' '}
          <Link href="/register" className="font-semibold text-accent-text">
            {t('register')}
          </Link>
        </p>
      }
    >
      <SignInForm callbackUrl={callbackUrl} />
      <div className="my-5 flex items-center gap-3 text-[13px] text-ink-3">
        <span className="h-px flex-1 bg-line" />
        {t('or')}
        <span className="h-px flex-1 bg-line" />
      </div>
      <GoogleButton />
    </AuthFrame>
  )
}
