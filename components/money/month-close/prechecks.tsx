import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { formatMoney } from '@/lib/core/money'
import type { Precheck } from '@/lib/money/month-close/prechecks'

export function Prechecks({ checks }: { checks: Precheck[] }) {
  const t = useTranslations('monthClose.checks')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('title')} description={checks.length > 0 ? t('text') : undefined} className="mb-3" />
      {checks.length === 0 && <p className="text-[13px] text-ink-2">{t('none')}</p>}
      <ul className="grid gap-2 text-[13px]">
        {checks.map(({ kind, count, cents, href }) => {
          const text = t(kind, { count: count ?? 0, cents: formatMoney(cents ?? 0n, language) })
          return (
            <li key={kind} className="flex gap-2">
              <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
              <span>
                {text}{' '}
                {href && (
                  <Link
                    href={href}
                    aria-label={`${t('open')}: ${text}`}
                    className="font-semibold text-accent-text underline underline-offset-2"
                  >
                    {t('open')}
                  </Link>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
