import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { shopsPath } from '@/lib/connect/shops/schema'

export type ShopsAwayProps = { away: { id: string; name: string; isExpired: boolean }[]; canAuthorize: boolean }

/** Above every room: which shops nothing done here reaches, and who may change that. */
export function ShopsAway({ away, canAuthorize }: ShopsAwayProps) {
  const t = useTranslations('dispatch.away')
  if (away.length === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-bad bg-bad-soft px-4 py-3">
      <ExclamationTriangleIcon aria-hidden className="size-5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1 basis-64">
        <ul>
          {away.map(({ id, name, isExpired }) => (
            <li key={id} className="font-semibold wrap-anywhere">
              {t(isExpired ? 'expired' : 'never', { name })}
            </li>
          ))}
        </ul>
        <p className="text-[13px] text-ink-2">{t(canAuthorize ? 'text' : 'textOthers')}</p>
      </div>
      {canAuthorize && (
        <ButtonLink variant="primary" href={shopsPath}>
          {t('authorize')}
        </ButtonLink>
      )}
    </div>
  )
}
