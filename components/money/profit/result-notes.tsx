import { ExclamationTriangleIcon, InformationCircleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { RecostProgress } from '@/components/catalog/costs/recost-progress'
import { Card } from '@/components/ui/card'
import { can, type Role } from '@/lib/core/permissions'
import { formatMoney, formatPercent } from '@/lib/core/money'
import { mayImportMoney } from '@/lib/connect/money-reports/may-import'
import { moneyFilesPath } from '@/lib/core/paths'
import { costsPath } from '@/lib/catalog/products/filters'
import type { Costless } from '@/lib/money/profit/costless'
import { unpricedHref } from '@/lib/sales/orders/filters'
import { costCoverage } from '@/lib/money/profit/shares'
import type { ResultView } from '@/lib/money/profit/views'
import { AdsDespiteNotes, AdsGaps, AdsUnsaid, CostlessItems } from './result-gaps'

/** The panel reads more than the page of the costs does. */
const FOLLOWED_MS = 4000

type ResultNotesProps = { view: ResultView; costless: Costless | null; role: Role }

/** The unknown parts of these figures: shown beside them, never hidden in a zero. */
export function ResultNotes({ view, costless, role }: ResultNotesProps) {
  const t = useTranslations('result.notes')
  const unpriced = useTranslations('orders.unpriced')
  const { total } = view
  const language = useLocale()
  const money = (cents: bigint) => formatMoney(cents, language)
  const coverage = costCoverage(total)
  const { settled, charged, estimated, typed } = total.byBasis.fees
  const warnings = [
    total.unpricedOrders > 0n && {
      text: unpriced('text', { count: Number(total.unpricedOrders) }),
      link: { href: unpricedHref(view.filters, view.filters), text: unpriced('link') },
      more: null,
    },
    coverage !== null &&
      coverage < 1 && {
        text: t(coverage === 0 ? 'costNone' : 'cost', {
          share: formatPercent(coverage, language),
          value: money(total.grossCents - total.revenueWithCostCents),
        }),
        link: can(role, 'product.write') ? { href: costsPath, text: t('costLink') } : null,
        more: costless && <CostlessItems costless={costless} view={view} role={role} />,
      },
    total.untaxedCents > 0n && {
      text: t('untaxed', { value: money(total.untaxedCents) }),
      link: can(role, 'feeRule.write') ? { href: '/dashboard/settings/entities', text: t('untaxedLink') } : null,
      more: null,
    },
    total.sharedLeftCents > 0n && {
      text: t('sharedLeft', { value: money(total.sharedLeftCents) }),
      link: can(role, 'organization.edit') ? { href: '/dashboard/settings/entities', text: t('sharedLink') } : null,
      more: null,
    },
    total.ads.missingDays > 0 && {
      text: t('ads', { missing: total.ads.missingDays, days: total.ads.expectedDays }),
      link: mayImportMoney({ role }) ? { href: moneyFilesPath, text: t('adsLink') } : null,
      more: <AdsGaps view={view} role={role} />,
    },
    total.adsUnsaid.length > 0 && {
      text: t('adsUnsaid', { count: total.adsUnsaid.length }),
      link: mayImportMoney({ role }) ? { href: moneyFilesPath, text: t('adsLink') } : null,
      more: <AdsUnsaid view={view} role={role} />,
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
    total.sharedCents !== 0n && t('shared', { value: money(total.sharedCents) }),
    total.adsTopUpCents !== 0n && t('adsTopUp', { value: money(-total.adsTopUpCents) }),
    total.taxPaidCents > 0n && t('taxPaid', { value: money(total.taxPaidCents) }),
  ].filter((fact) => fact !== false)
  return (
    <Card className="mb-4">
      {view.recosting && (
        <div className="mb-3 border-b border-line pb-3" data-print="hide">
          <RecostProgress recosting={view.recosting} everyMs={FOLLOWED_MS} />
          <p className="mt-1.5 text-[13px] text-ink-2">{t('recosting')}</p>
        </div>
      )}
      <ul className="grid gap-2 text-[13px]">
        {warnings.map(({ text, link, more }) => (
          <li key={text} className="flex gap-2">
            <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
            <div className="min-w-0">
              {text}{' '}
              {link && (
                <Link href={link.href} className="font-semibold text-accent-text underline underline-offset-2">
                  {link.text}
                </Link>
              )}
              {more}
            </div>
          </li>
        ))}
        <AdsDespiteNotes view={view} role={role} />
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
