import { useLocale, useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { formatAmount } from '@/lib/core/money'
import type { SettlementView } from '@/lib/money/reconciliation/views'

type RuleLinesProps = { settlement: SettlementView }

const dash = '—'

/** The rule's amounts beside the charged ones, line by line; a difference is marked by a word as well. */
export function RuleLines({ settlement }: RuleLinesProps) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const { lines, expectedCents, releasedCents, adjustedCents } = settlement
  const money = (cents: bigint | null) => (cents === null ? dash : formatAmount(cents, language))
  const paid = releasedCents === null && adjustedCents === 0n ? null : (releasedCents ?? 0n) + adjustedCents
  return (
    <table className="w-full tabular-nums">
      <thead>
        <tr className="text-[13px] text-ink-3">
          <th scope="col" className="px-4 py-1.5 text-left font-normal">
            <span className="sr-only">{t('detail.line')}</span>
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-normal">
            {t('detail.rule')}
          </th>
          <th scope="col" className="px-4 py-1.5 text-right font-normal">
            {t('detail.charged')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, expectedCents: rule, chargedCents: charged }) => {
          const differs = rule !== null && charged !== null && rule !== charged
          return (
            <tr key={kind} className={classNames(differs && 'bg-bad-soft font-medium text-bad')}>
              <th scope="row" className="px-4 py-1.5 text-left font-[inherit]">
                {t(`lines.${kind}`)}
                {differs && <span className="sr-only">{` (${t('detail.differs')})`}</span>}
              </th>
              <td className="px-2 py-1.5 text-right whitespace-nowrap">{money(rule)}</td>
              <td className="px-4 py-1.5 text-right whitespace-nowrap">{money(charged)}</td>
            </tr>
          )
        })}
        {adjustedCents !== 0n && (
          <tr>
            <th scope="row" className="px-4 py-1.5 text-left font-[inherit]">
              {t('detail.adjusted')}
            </th>
            <td className="px-2 py-1.5 text-right whitespace-nowrap text-ink-3">{dash}</td>
            <td className="px-4 py-1.5 text-right whitespace-nowrap">{money(adjustedCents)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr className="font-semibold [&>*]:border-t [&>*]:border-line">
          <th scope="row" className="px-4 py-2 text-left font-[inherit]">
            {t('detail.payout')}
          </th>
          <td className="px-2 py-2 text-right whitespace-nowrap">{money(expectedCents)}</td>
          <td className="px-4 py-2 text-right whitespace-nowrap">{money(paid)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
