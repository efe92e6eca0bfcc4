import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { AuthFrame } from './auth-frame'

export function RecoveryUsedScreen({ left, to }: { left: number; to: string }) {
  const t = useTranslations('auth.secondStep')
  return (
    <AuthFrame title={t('usedTitle')} text={t('left', { count: left })}>
      <ButtonLink href={to} variant="primary" className="h-11 w-full">
        {t('continue')}
      </ButtonLink>
    </AuthFrame>
  )
}
