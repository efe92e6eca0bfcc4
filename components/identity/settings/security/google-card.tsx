import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import type { GoogleLink } from '@/lib/identity/auth/google/queries'
import { GoogleSwitch } from './google-switch'

export function GoogleCard({ google: { available, email, hasPassword } }: { google: GoogleLink }) {
  const t = useTranslations('security.google')
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('title')}
            <Badge tone={email ? 'good' : 'neutral'}>{t(email ? 'on' : 'off')}</Badge>
          </span>
        }
        description={t('description')}
        actions={(email !== null || available) && <GoogleSwitch isLinked={email !== null} hasPassword={hasPassword} />}
      />
      <p className="mt-3 text-[13px] wrap-anywhere text-ink-2">
        {email
          ? t.rich('linked', { address: email, email: (chunks) => <strong className="text-ink">{chunks}</strong> })
          : t(available ? 'notLinked' : 'missing')}
        {email && !hasPassword && ` ${t('passwordFirst')}`}
      </p>
    </Card>
  )
}
