import { useLocale, useTranslations } from 'next-intl'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { Definition } from '@/components/ui/definition'
import { formatDay } from '@/lib/core/dates'
import { lastDayWithCap } from '@/lib/money/fees/brazil'
import { rateText } from '@/lib/core/rounding'
import type { FeePartKind } from '@/lib/money/fees/schema'
import type { FeesView, RuleView } from '@/lib/money/fees/views'
import { formatMoney } from '@/lib/core/money'
import { formatRate } from '@/lib/identity/settings/rates'
import { BandsTable } from './bands-table'
import { LineOrigin } from './line-origin'
import { CheckButton } from './check-button'
import { RuleChecks } from './rule-checks'
import { RuleEditor } from './rule-editor'

const tones = { current: 'good', future: 'accent', past: 'neutral', replaced: 'neutral' } as const

export function RulesCard({ view, timeZone }: { view: FeesView; timeZone: string }) {
  const t = useTranslations('fees.rules')
  const idle = view.rules.filter(isIdle)
  return (
    <Card flush>
      <CardHeader
        title={
          <span className="inline-flex items-center gap-1.5">
            {t('title')}
            <Definition label={t('certaintyHow')}>{t('certaintyText')}</Definition>
          </span>
        }
        description={t('text')}
        actions={view.canEdit && <CheckButton />}
        className="p-4 pb-3"
      />
      <RuleList rules={view.rules.filter((rule) => !isIdle(rule))} view={view} timeZone={timeZone} />
      {idle.length > 0 && (
        <details className="border-t border-line">
          <summary className="w-fit cursor-pointer p-4 text-[13px] font-medium text-accent-text">
            {t('idle', { count: idle.length })}
          </summary>
          <RuleList rules={idle} view={view} timeZone={timeZone} />
        </details>
      )}
    </Card>
  )
}

/** Ended without an order in its days and without a shop: kept for reference, not to be read each time. */
const isIdle = ({ state, shops, orders }: RuleView) => state === 'past' && shops.length === 0 && orders === 0n

type RuleListProps = { rules: RuleView[]; view: FeesView; timeZone: string }

function RuleList({ rules, view, timeZone }: RuleListProps) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {rules.map((rule) => (
        <RuleItem key={rule.id} rule={rule} view={view} timeZone={timeZone} />
      ))}
    </ul>
  )
}

function RuleItem({ rule, view, timeZone }: { rule: RuleView; view: FeesView; timeZone: string }) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  const from = formatDay(rule.fromDay, language)
  const days =
    rule.state === 'replaced'
      ? t('replaced')
      : rule.toDay
        ? t('span', { from, to: formatDay(rule.toDay, language) })
        : t('since', { from })
  const who = [
    t(`sellers.${rule.sellerType}`),
    t(`programmes.${rule.programme}`),
    t(`basis.${rule.basis}`),
    t(`roundings.${rule.rounding}`),
    rule.capCents !== null && t('cap', { amount: formatMoney(rule.capCents, language) }),
  ].filter((text) => text !== false)
  return (
    <li className="grid gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {rule.name}
            <Badge tone={tones[rule.state]}>{t(`states.${rule.state}`)}</Badge>
          </h3>
          <p className="text-[13px] text-ink-2 tabular-nums">{[days, ...who].join(' · ')}</p>
          {isByVolume(rule) && <p className="text-[13px] text-ink-2">{t('byVolume')}</p>}
          <p className="text-[13px] text-ink-2 tabular-nums">
            {rule.shops.length > 0 ? t('shops', { shops: rule.shops.join(', ') }) : t('noShop')}
            {` · ${t('orders', { count: Number(rule.orders) })}`}
            {rule.sums.totalCents > 0n && ` · ${t('charged', { amount: formatMoney(rule.sums.totalCents, language) })}`}
          </p>
        </div>
        {view.canEdit && rule.state !== 'replaced' && (
          <RuleEditor rule={plainRule(rule)} today={view.today} canCorrect={rule.orders === 0n && !view.filters.shop} />
        )}
      </div>
      {rule.state !== 'replaced' && (rule.orders > 0n || rule.checks.length > 0) && (
        <RuleChecks rule={rule} canEdit={view.canEdit} timeZone={timeZone} />
      )}
      <details>
        <summary className="w-fit cursor-pointer text-[13px] font-medium text-accent-text">{t('details')}</summary>
        <div className="mt-2 grid gap-3">
          <BandsTable
            label={rule.name}
            bands={rule.bands}
            proved={rule.checks.flatMap(({ provedFrom }) => provedFrom)}
          />
          <Parts rule={rule} />
          <HistoryLink kind="feeRule" id={rule.id} />
        </div>
      </details>
    </li>
  )
}

/** Individuals paid by volume then, which a rule of one amount cannot say. */
const isByVolume = ({ sellerType, toDay, confirmedBy }: RuleView) =>
  sellerType === 'cpf' && confirmedBy === 0 && toDay !== null && toDay <= lastDayWithCap

/** The part that the form needs: the rest would travel with the page for nothing. */
const plainRule = ({ state: _s, shops: _h, orders: _o, sums: _m, checks: _c, ...rule }: RuleView) => rule

/** The base of a part's percentage, where it is not the products' revenue. */
const ofKind: Partial<Record<FeePartKind, 'ofAffiliates' | 'ofVoucher'>> = {
  affiliate_service: 'ofAffiliates',
  freight_voucher: 'ofVoucher',
}

function Parts({ rule: { parts } }: { rule: RuleView }) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  if (parts.length === 0) return null
  return (
    <div className="text-[13px]">
      <p className="text-xs font-medium text-ink-3">{t('parts')}</p>
      <ul>
        {parts.map(({ kind, rate, fixedCents, basis, cheap, capCents, origin }) => {
          const of = t(ofKind[kind] ?? 'ofProducts')
          const texts = [
            rate > 0n &&
              t(kind === 'ads_top_up' ? 'leastRate' : 'partRate', { rate: formatRate(rateText(rate), language), of }),
            fixedCents > 0n &&
              t('partFixed', {
                amount: formatMoney(fixedCents, language),
                basis: t(basis === 'order' ? 'perOrder' : 'perItem'),
              }),
          ].filter((text) => text !== false)
          const limits = [
            capCents !== null && t('partCap', { amount: formatMoney(capCents, language) }),
            cheap &&
              t('cheap', {
                amount: formatMoney(cheap.belowCents, language),
                share: formatRate(rateText(cheap.rate), language),
              }),
          ].filter((text) => text !== false && text !== null)
          return (
            <li key={kind} className="py-1 tabular-nums">
              {[`${t(`partKinds.${kind}`)}: ${texts.join(' + ')}`, ...limits].join(', ')}
              <LineOrigin origin={origin} isConfirmed={false} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
