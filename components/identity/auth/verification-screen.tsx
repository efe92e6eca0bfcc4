import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { AuthFrame } from './auth-frame'
import { ResendForm } from './resend-form'

export type VerificationScreenProps = {
  mode: 'mail' | 'screen' | 'none'
  /** The pending confirmation of this browser, if it made the request. */
  pending?: { email: string; link?: string }
}

const requestText = { mail: 'askText', screen: 'askScreen', none: 'unable' } as const

export function VerificationScreen({ mode, pending }: VerificationScreenProps) {
  const t = useTranslations('auth.verification')
  const footer = (
    <p className="flex flex-wrap gap-x-5 gap-y-2">
      <Link href="/auth" className="font-semibold text-accent-text">
        {t('signIn')}
      </Link>
      {pending && <Link href="/register">{t('other')}</Link>}
    </p>
  )
  if (!pending)
    return (
      <AuthFrame title={t('askTitle')} text={t(requestText[mode])} footer={footer}>
        <ResendForm label={t('send')} needsEmail />
      </AuthFrame>
    )
  const address = {
    address: pending.email,
    email: (chunks: React.ReactNode) => <strong className="wrap-anywhere text-ink">{chunks}</strong>,
  }
  if (mode === 'screen')
    return (
      <AuthFrame
        title={t('screenTitle')}
        text={pending.link ? t.rich('screenText', address) : t('screenNone')}
        footer={footer}
      >
        <div className="flex flex-col gap-3">
          {pending.link && (
            <ButtonLink href={pending.link} variant="primary" prefetch={false} className="h-11 w-full">
              {t('screenLink')}
            </ButtonLink>
          )}
          <ResendForm label={t('screenNew')} />
        </div>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t('title')}
      text={
        <>
          <p>{mode === 'none' ? t('unable') : t.rich('sentTo', address)}</p>
          {mode === 'mail' && <p className="mt-3 text-[13px] text-ink-3">{t('spam')}</p>}
        </>
      }
      footer={footer}
    >
      <ResendForm label={t('resend')} />
    </AuthFrame>
  )
}
