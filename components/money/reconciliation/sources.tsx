import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { NoData } from '@/components/ui/no-data'
import { formatDateTime, formatDay, localDay } from '@/lib/core/dates'
import type { SettlementView } from '@/lib/money/reconciliation/views'
import { Difference } from './difference'

type SourcesProps = { settlement: SettlementView; timeZone: string }

/** The payouts, movements and returns, entry by entry. */
export function Sources({ settlement, timeZone }: SourcesProps) {
  const t = useTranslations('reconciliation.detail')
  const kinds = useTranslations('shopeeMoney.kinds')
  const returns = useTranslations('returns.kinds')
  const language = useLocale()
  const at = (moment: Date) => formatDateTime(moment, language, timeZone)
  return (
    <div className="divide-y divide-line border-t border-line">
      <Part title={t('releases')}>
        {settlement.releases.map((release) => (
          <Entry
            key={`${release.source} ${release.key}`}
            name={at(release.at)}
            note={[t(release.source === 'api' ? 'fromApi' : 'fromFile'), refundOf(release.key)]
              .filter(Boolean)
              .join(' · ')}
            cents={release.cents}
          />
        ))}
      </Part>
      <Part title={t('wallet')}>
        {settlement.wallet.map((entry) => (
          <Entry key={entry.id} name={kinds(entry.kind)} note={at(entry.at)} cents={entry.cents} />
        ))}
      </Part>
      <Part title={t('returns')}>
        {settlement.returns.map((back) => (
          <Entry
            key={back.id}
            name={
              <Link href={`/dashboard/minha-empresa/shopee-central/devolucoes/${back.id}`}>{returns(back.kind)}</Link>
            }
            note={
              back.receivedAt
                ? t('received', { day: formatDay(localDay(back.receivedAt, timeZone), language) })
                : t('notReceived')
            }
            cents={back.refundCents === null ? null : -back.refundCents}
          />
        ))}
      </Part>
    </div>
  )
}

/** The part of a payout's key that names a refund: the rest only makes the key unique. */
const refundOf = (key: string): string => key.split(/[~@]/)[0]!

function Part({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className="px-4 py-2.5">
      <h3 className="text-[13px] font-semibold text-ink-2">{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

function Entry({ name, note, cents }: { name: ReactNode; note: string; cents: bigint | null }) {
  return (
    <li className="flex items-baseline justify-between gap-3 py-1">
      <span className="min-w-0">
        {name}
        <span className="block text-xs text-ink-3 tabular-nums">{note}</span>
      </span>
      {cents === null ? <NoData /> : <Difference cents={cents} />}
    </li>
  )
}
