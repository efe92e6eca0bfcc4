import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { AuthFrame } from './auth-frame'
import { ForgotForm } from './forgot-form'

const texts = { mail: 'text', screen: 'textScreen', none: 'textNone' } as const
const recoverCommand = 'npm run owner:recover'

export function ForgotScreen({ mode }: { mode: 'mail' | 'screen' | 'none' }) {
  const t = useTranslations('auth.forgot')
  return (
    <AuthFrame
      title={t('title')}
      text={t(texts[mode])}
      footer={
        <p>
          <Link href="/auth" className="font-semibold text-accent-text">
            {t('signIn')}
          </Link>
        </p>
      }
    >
      {mode === 'none' ? (
        <p className="rounded-control bg-sunken px-3 py-2.5 text-[13px] text-ink-2">
          {t('operator')} <code className="whitespace-nowrap text-ink">{recoverCommand}</code>
        </p>
      ) : (
        <ForgotForm mode={mode} />
      )}
    </AuthFrame>
  )
}
