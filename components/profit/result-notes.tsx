import { ExclamationTriangleIcon, InformationCircleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useGapText } from '@/components/ads/gap-text'
import { NoAdsButton } from '@/components/shops/no-ads-dialog'
import { Card } from '@/components/ui/card'
import { nameGaps } from '@/lib/ads/coverage'
import { can, type Role } from '@/lib/auth/permissions'
import { formatMoney, formatPercent } from '@/lib/money'
import { mayImportMoney } from '@/lib/money-files/may-import'
import { moneyFilesPath } from '@/lib/money-files/schema'
import { costCoverage } from '@/lib/profit/shares'
import type { ResultView } from '@/lib/profit/views'

/** What these figures do not know: said beside them, never hidden in a zero. */
export function ResultNotes({ view, role }: { view: ResultView; role: Role }) {
  const t = useTranslations('result.notes')
  const { total } = view
  const language = useLocale()
  const money = (cents: bigint) => formatMoney(cents, language)
  const coverage = costCoverage(total)
  const { settled, charged, estimated, typed } = total.byBasis.fees
  const warnings = [
    coverage !== null &&
      coverage < 1 && {
        text: coverage === 0 ? t('costNone') : t('cost', { share: formatPercent(coverage, language) }),
        link: can(role, 'product.write') ? { href: '/dashboard/products', text: t('costLink') } : null,
      },
    total.untaxedCents > 0n && {
      text: t('untaxed', { value: money(total.untaxedCents) }),
      link: can(role, 'feeRule.write') ? { href: '/dashboard/settings/entities', text: t('untaxedLink') } : null,
    },
    total.ads.missingDays > 0 && {
      text: t('ads', { missing: total.ads.missingDays, days: total.ads.expectedDays }),
      link: mayImportMoney({ role }) ? { href: moneyFilesPath, text: t('adsLink') } : null,
    },
  ].filter((warning) => warning !== false)
  const facts = [
    coverage === 1 && t('costWhole'),
    coverage === null && t('costOfNothing'),
    total.lines.fees !== 0n &&
      t('fees', {
        settled: money(-settled),
        charged: money(-charged),
        estimated: money(-estimated),
        typed: money(-typed),
      }),
    total.adsTopUpCents !== 0n && t('adsTopUp', { value: money(-total.adsTopUpCents) }),
    total.taxPaidCents > 0n && t('taxPaid', { value: money(total.taxPaidCents) }),
  ].filter((fact) => fact !== false)
  return (
    <Card className="mb-4">
      <ul className="grid gap-2 text-[13px]">
        {warnings.map(({ text, link }) => (
          <li key={text} className="flex gap-2">
            <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
            <span>
              {text}{' '}
              {link && (
                <Link href={link.href} className="font-semibold text-accent-text underline underline-offset-2">
                  {link.text}
                </Link>
              )}
            </span>
          </li>
        ))}
        <AdsGaps view={view} role={role} />
        {facts.map((text) => (
          <li key={text} className="flex gap-2 text-ink-2">
            <InformationCircleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The shops and days behind a missing ads report, and the way to say that a shop does not advertise. */
function AdsGaps({ view: { total, adsShops, today }, role }: { view: ResultView; role: Role }) {
  const t = useTranslations('result')
  const language = useLocale()
  const textOf = useGapText()
  const gaps = nameGaps(total.adsGaps, adsShops)
  const shopOf = (id: string) => (can(role, 'shop.connect') ? adsShops.find((shop) => shop.id === id) : undefined)
  return (
    <>
      {gaps.length > 0 && (
        <li className="pl-6 print:hidden">
          <ul aria-label={t('gap.title')} className="grid gap-1.5">
            {gaps.map((gap) => {
              const shop = shopOf(gap.shopId)
              return (
                <li key={gap.shopId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="wrap-anywhere">{textOf(gap)}</span>
                  {shop && <NoAdsButton shop={shop} today={today} />}
                </li>
              )
            })}
          </ul>
        </li>
      )}
      {total.adsDespite.map(({ shopId, days, cents }) => {
        const shop = shopOf(shopId)
        const name = adsShops.find(({ id }) => id === shopId)?.name ?? ''
        return (
          <li key={shopId} className="flex gap-2">
            <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {t('notes.adsDespite', { shop: name, value: formatMoney(cents, language), days })}
              {shop && <NoAdsButton shop={shop} today={today} />}
            </span>
          </li>
        )
      })}
    </>
  )
}
