import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { AuthFrame } from './auth-frame'
import { GoogleButton } from './google-button'
import { OrLine } from './or-line'
import { SignInForm } from './sign-in-form'

const notices = { reset: 'wasReset', 'reset-google': 'wasResetAndUnlinked', erased: 'wasErased' } as const

const noticeOf = (done: SignInScreenProps['done']) =>
  typeof done === 'string' && Object.hasOwn(notices, done) ? notices[done as keyof typeof notices] : null

type SignInScreenProps = {
  callbackUrl?: string
  /** The reason for coming here: a new password, which may have unlinked Google, or a deleted account. */
  done?: string | string[]
  hasGoogle: boolean
}

export function SignInScreen({ callbackUrl, done, hasGoogle }: SignInScreenProps) {
  const t = useTranslations('auth.signIn')
  const notice = noticeOf(done)
  return (
    <AuthFrame
      title={t('title')}
      text={notice !== 'wasErased' && t(callbackUrl ? 'returning' : 'text')}
      footer={
        <p>
          {t('noAccount')}{' '}
          <Link href="/register" className="font-semibold text-accent-text">
            {t('register')}
          </Link>
        </p>
      }
    >
      {notice && (
        <p role="status" className="mb-4 rounded-control bg-good-soft px-3 py-2.5 font-medium text-good">
          {t(notice)}
        </p>
      )}
      <SignInForm callbackUrl={callbackUrl} />
      <OrLine />
      <GoogleButton available={hasGoogle} callbackUrl={callbackUrl} />
    </AuthFrame>
  )
}
