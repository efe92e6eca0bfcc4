import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { MetricCard } from '@/components/ui/metric-card'
import { formatDateTime, localDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { ledgerHref, movementsHref } from '@/lib/money/payouts/wallet-filters'
import type { WalletScreenView } from '@/lib/money/payouts/wallet-views'

type BalanceCardsProps = { view: WalletScreenView; timeZone: string }

/** The balance of each shop's wallet after its last movement, and the gaps of the ledger. */
export function BalanceCards({ view, timeZone }: BalanceCardsProps) {
  const t = useTranslations('shopeeMoney.balance')
  const language = useLocale()
  const { filters, balances, shops } = view
  const withoutBalance = shops.filter(
    ({ id }) => (!filters.shop || id === filters.shop) && !balances.some(({ shopId }) => shopId === id),
  )
  const known = balances.flatMap(({ balanceCents }) => (balanceCents === null ? [] : [balanceCents]))
  return (
    <>
      <div className="mb-4 grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
        {balances.length + withoutBalance.length > 1 && (
          <MetricCard
            label={t('all')}
            value={
              known.length > 0
                ? formatMoney(
                    known.reduce((sum, cents) => sum + cents, 0n),
                    language,
                  )
                : null
            }
            definition={t('allHow')}
            note={
              known.length < balances.length + withoutBalance.length
                ? t('someUnknown', { count: balances.length + withoutBalance.length - known.length })
                : undefined
            }
          />
        )}
        {balances.map(({ shopId, shopName, balanceCents, at }) => (
          <MetricCard
            key={shopId}
            label={shopName}
            value={balanceCents === null ? null : formatMoney(balanceCents, language)}
            definition={t('how')}
            href={ledgerHref(filters, { shop: shopId, kind: null, direction: null, unnamed: false, q: '' })}
            note={
              at &&
              t(balanceCents === null ? 'withoutBalance' : 'after', { when: formatDateTime(at, language, timeZone) })
            }
          />
        ))}
        {withoutBalance.map(({ id, name }) => (
          <MetricCard key={id} label={name} value={null} note={t('noMovements')} />
        ))}
      </div>
      <Gaps view={view} timeZone={timeZone} />
    </>
  )
}

const gapsShown = 3

function Gaps({ view: { balances }, timeZone }: BalanceCardsProps) {
  const t = useTranslations('shopeeMoney.balance')
  const language = useLocale()
  const broken = balances.filter(({ gaps }) => gaps.length > 0)
  if (broken.length === 0) return null
  return (
    <section
      aria-label={t('gaps')}
      className="mb-4 flex gap-3 rounded-card border border-line bg-warn-soft p-4 text-[13px] text-ink"
    >
      <ExclamationTriangleIcon aria-hidden className="size-5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{t('gaps')}</p>
        <p className="text-ink-2">{t('gapsText')}</p>
        <ul className="mt-2 space-y-1">
          {broken.flatMap(({ shopId, shopName, gaps }) =>
            gaps.slice(0, gapsShown).map(({ id, at, missingCents }) => {
              const day = localDay(at, timeZone)
              return (
                <li key={id}>
                  <Link href={`${movementsHref({ shop: shopId, from: day, to: day })}#ledger`}>
                    {t(missingCents < 0n ? 'gapOut' : 'gapIn', {
                      shop: shopName,
                      when: formatDateTime(at, language, timeZone),
                      amount: formatMoney(missingCents < 0n ? -missingCents : missingCents, language),
                    })}
                  </Link>
                  {gaps.length > gapsShown && gaps[gapsShown - 1]?.id === id && (
                    <span className="text-ink-2"> {t('more', { count: gaps.length - gapsShown })}</span>
                  )}
                </li>
              )
            }),
          )}
        </ul>
      </div>
    </section>
  )
}
