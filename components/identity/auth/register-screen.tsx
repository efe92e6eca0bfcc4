import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { AuthFrame } from './auth-frame'
import { GoogleButton } from './google-button'
import { OrLine } from './or-line'
import { RegisterForm } from './register-form'

export function RegisterScreen({ hasGoogle }: { hasGoogle: boolean }) {
  const t = useTranslations('auth.register')
  return (
    <AuthFrame
      title={t('title')}
      text={t('text')}
      footer={
        <p>
          {t('haveAccount')}{' '}
          <Link href="/auth" className="font-semibold text-accent-text">
            {t('signIn')}
          </Link>
        </p>
      }
    >
      <RegisterForm />
      <OrLine />
      <GoogleButton available={hasGoogle} />
    </AuthFrame>
  )
}
