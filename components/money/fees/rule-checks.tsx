import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Definition } from '@/components/ui/definition'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { adoptFeeRuleAction } from '@/lib/money/fees/actions'
import { isMostMatching, leastMatchesPerBand } from '@/lib/money/fees/check-rule'
import type { RuleView } from '@/lib/money/fees/views'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { BandsTable } from './bands-table'

type RuleChecksProps = { rule: RuleView; canEdit: boolean; timeZone: string }

/** How a rule did against what was charged, shop by shop, and what the orders show instead. */
export function RuleChecks({ rule, canEdit, timeZone }: RuleChecksProps) {
  const t = useTranslations('fees.check')
  const rules = useTranslations('fees.rules')
  const language = useLocale()
  return (
    <div className="rounded-card border border-line bg-sunken/50 px-3 py-2.5 text-[13px]">
      <h4 className="flex items-center gap-1.5 font-medium">
        {t('title')}
        <Definition label={t('how')}>{t('howText')}</Definition>
      </h4>
      {rule.checks.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul className="grid gap-3">
        {rule.checks.map(({ shop, matched, differing, isConfirmed, observed, checkedAt }) => {
          const fromDay = observed && observed.fromDay <= rule.fromDay ? rule.fromDay : observed?.fromDay
          return (
            <li key={shop.id} className="grid gap-2">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
                <span className="font-medium">{shop.name}</span>
                <Badge tone={isConfirmed ? 'good' : 'warn'}>{t(isConfirmed ? 'confirmed' : 'unconfirmed')}</Badge>
                <span>
                  {t('counts', {
                    matched: formatNumber(matched, language),
                    orders: formatNumber(matched + differing, language),
                  })}
                </span>
                <span className="text-ink-3">{t('at', { at: formatDateTime(checkedAt, language, timeZone) })}</span>
              </p>
              {!isConfirmed && isMostMatching({ matched, differing }) && (
                <p className="text-ink-2">{t('few', { count: leastMatchesPerBand })}</p>
              )}
              {observed && fromDay && (
                <div className="grid gap-2 rounded-card border border-line bg-surface p-3">
                  <p className="font-medium">{t('observed')}</p>
                  <p className="text-ink-2 tabular-nums">
                    {t('observedText', {
                      matched: formatNumber(observed.matched, language),
                      orders: formatNumber(observed.orders, language),
                      from: formatDay(observed.fromDay, language),
                      to: formatDay(observed.toDay, language),
                    })}
                  </p>
                  <BandsTable label={t('observed')} bands={observed.bands} />
                  {observed.capCents !== rule.capCents && (
                    <p className="text-ink-2 tabular-nums">
                      {observed.capCents === null
                        ? t('capGone')
                        : rules('cap', { amount: formatMoney(observed.capCents, language) })}
                    </p>
                  )}
                  {canEdit && (
                    <ConfirmButton
                      className="w-fit"
                      action={adoptFeeRuleAction}
                      input={{ id: rule.id, version: rule.version, shopId: shop.id, fromDay }}
                      label={t('adopt')}
                      title={t('adoptAsk')}
                      text={t('adoptText', { rule: rule.name, shop: shop.name, from: formatDay(fromDay, language) })}
                      successMessage={t('adopted')}
                    />
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
